import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { storeMedia } from '../../features/messages/media/keep-media'
import type { MediaFacts } from '../../features/messages/media/media-facts'
import type { FileStore } from '../../platform/files/file-store'
import { Refusal } from '../../platform/refusal'

/** The folder of files of the product that is left. */
export interface MediaFolder {
  /** The path of a file that the database names; null: it is missing, or may be another company's. */
  find(name: string, companySourceId: string): Promise<string | null>
  /** Names without a folder that messages of several companies have. */
  refuse(names: readonly string[]): void
}

/** Without a folder no file is found. */
export async function openMediaFolder(folder: string | null): Promise<MediaFolder> {
  const root = folder === null ? null : await realpath(folder)
  const refused = new Set<string>()

  async function fileAt(root: string, path: string): Promise<string | null> {
    try {
      // A link or `..` may lead out of the folder.
      const found = await realpath(join(root, path))
      return found.startsWith(root + sep) && (await stat(found)).isFile() ? found : null
    } catch {
      return null
    }
  }

  return {
    refuse: (names) => {
      for (const name of names) refused.add(name)
    },
    async find(name, companySourceId) {
      if (root === null || name === '' || name.includes('\0') || refused.has(name)) return null
      const stored = pathOf(name)
      const flat = stored.slice(stored.lastIndexOf('/') + 1)
      const own = `company${companySourceId}`
      for (const path of new Set([stored, unescaped(stored), `${own}/${stored}`, `${own}/${flat}`, flat])) {
        const found = await fileAt(root, path)
        if (found !== null) return found
      }
      return null
    },
  }
}

/** The path below the public folder, of a path or an address. */
function pathOf(name: string): string {
  const path = /^https?:\/\/[^/]+\/(.*)$/i.exec(name)?.[1] ?? name
  return path.replace(/[?#].*$/, '').replace(/^\/?(?:public\/)?/, '')
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Stores a found file like a received one. `failed`: it is missing, or refused. */
export async function storeFound(
  { store, companyId }: { readonly store: FileStore; readonly companyId: CompanyId },
  path: string | null,
  declared: { readonly mediaType: MediaType; readonly mimetype: string; readonly fileName: string | null },
): Promise<{ readonly mediaType: MediaType; readonly media: MediaFacts }> {
  const { mediaType, mimetype, fileName } = declared
  const empty = { mimetype, fileName, sizeBytes: null, seconds: null, width: null, height: null, key: null }
  if (path === null) return { mediaType, media: { state: 'failed', ...empty } }
  try {
    const stored = await storeMedia(store, companyId, createReadStream(path), declared)
    return { mediaType: stored.mediaType, media: { state: 'ready', ...empty, ...stored.facts } }
  } catch (error) {
    // A full disk ends the run: repeating it stores the rest.
    if (error instanceof Refusal && error.code !== 'ERR_STORAGE_FULL')
      return { mediaType, media: { state: 'failed', ...empty } }
    throw error
  }
}

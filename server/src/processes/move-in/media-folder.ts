import { constants, createReadStream } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { storeMedia } from '../../features/messages/media/keep-media'
import type { MediaMetadata } from '../../features/messages/media/media-facts'
import type { FileStore } from '../../platform/files/file-store'
import { Refusal } from '../../platform/refusal'
import { decodeUriComponentOrSame } from './values'

export interface MediaFolder {
  /**
   * Finds a company's file by the path or name in a row. Null: it is missing, or may be another company's. In a
   * folder that several companies share, only the exact path finds a file, never the name alone.
   */
  find(name: string, companySourceId: string): Promise<string | null>
  /** Makes `find` refuse these paths: rows of several companies name them. */
  refuse(paths: readonly string[]): void
}

/** Matches folders that Whaticket and its forks keep for one company. */
const ownFolder = /^(?:company|media\/|media-persistant\/)(\d+)\//

/** Opens the folder with the source's files. Null: there is none, and every file counts as missing. */
export async function openMediaFolder(folder: string | null): Promise<MediaFolder> {
  const root = folder === null ? null : await realpath(folder)
  const refused = new Set<string>()

  async function fileAt(root: string, path: string): Promise<string | null> {
    try {
      // The real path is checked, because a symbolic link or `..` may lead out of the folder or into another
      // company's.
      const found = await realpath(join(root, path))
      if (!found.startsWith(root + sep) || !(await stat(found)).isFile()) return null
      await access(found, constants.R_OK)
      return found
        .slice(root.length + 1)
        .split(sep)
        .join('/')
    } catch {
      return null
    }
  }

  return {
    refuse: (paths) => {
      for (const path of paths) refused.add(path)
    },
    async find(name, companySourceId) {
      if (root === null || name === '' || name.includes('\0')) return null
      const stored = pathOf(name)
      const own = `company${companySourceId}`
      const flat = stored.slice(stored.lastIndexOf('/') + 1)
      for (const path of new Set([
        stored,
        decodeUriComponentOrSame(stored),
        `${own}/${stored}`,
        `${own}/${flat}`,
      ])) {
        const found = await fileAt(root, path)
        if (found === null) continue
        const owner = ownFolder.exec(found)?.[1]
        const isNamed = owner === undefined && found === stored && !refused.has(stored)
        if (isNamed || owner === companySourceId) return join(root, found)
      }
      return null
    },
  }
}

/**
 * Returns the path below the public folder from a path or web address. The SQL of
 * `findFilePathsOfSeveralCompanies` must compute the same path.
 */
function pathOf(name: string): string {
  const path = /^https?:\/\/[^/]+\/(.*)$/i.exec(name)?.[1] ?? name
  return path.replace(/[?#].*$/, '').replace(/^\/?(?:public\/)?/, '')
}

/** Stores a file of the source like a received one. A missing or refused file gets the state `failed`. */
export async function storeSourceMediaFile(
  { store, companyId }: { readonly store: FileStore; readonly companyId: CompanyId },
  path: string | null,
  declared: { readonly mediaType: MediaType; readonly mimetype: string; readonly fileName: string | null },
): Promise<{ readonly mediaType: MediaType; readonly media: MediaMetadata }> {
  const { mediaType, mimetype, fileName } = declared
  const empty = { mimetype, fileName, sizeBytes: null, seconds: null, width: null, height: null, key: null }
  if (path === null) return { mediaType, media: { state: 'failed', ...empty } }
  try {
    const stored = await storeMedia(store, companyId, createReadStream(path), declared)
    return { mediaType: stored.mediaType, media: { state: 'ready', ...empty, ...stored.facts } }
  } catch (error) {
    // A full disk ends the run. A repeated run stores the remaining files.
    if (error instanceof Refusal && error.code !== 'ERR_STORAGE_FULL')
      return { mediaType, media: { state: 'failed', ...empty } }
    throw error
  }
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

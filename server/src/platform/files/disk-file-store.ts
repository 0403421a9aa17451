import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import { systemOrDatabaseErrorCode } from '../fatal'
import { type CompanyStorageUsageSettings, trackCompanyStorageUsage } from './company-usage'
import {
  companyFilePartCount,
  companyOfFileKey,
  type FileKey,
  type FileStore,
  hexPrefixOfCompanyFilePart,
  isFileKey,
  keysForFileCopy,
  type MovableFileStore,
} from './file-store'
import { type FileReceiverSettings, openFileReceiver } from './receive-files'

export interface DiskFileStoreSettings
  extends Pick<FileReceiverSettings, 'reserveBytes' | 'freeBytes' | 'quotaBytesOf'>,
    Pick<CompanyStorageUsageSettings, 'recountAfterMs'> {
  /** The folder of all files. It is created if missing, and no other program may write there. */
  readonly folder: string
}

export const PARTIAL_FILES_FOLDER = '.incoming'

/** Files are at `<folder>/<company>/<first two digits>/<name>`. Opening deletes partial files of dead processes. */
export async function openDiskFileStore(
  settings: DiskFileStoreSettings,
): Promise<FileStore & MovableFileStore> {
  const { folder, recountAfterMs, ...receiving } = settings
  const placeOf = (companyId: CompanyId, part: number) =>
    join(folder, String(companyId), hexPrefixOfCompanyFilePart(part))
  const usage = trackCompanyStorageUsage({
    bytesFrom: async (companyId, part) => [await bytesIn(placeOf(companyId, part))],
    recountAfterMs,
  })
  const incoming = await openFileReceiver({
    ...receiving,
    incoming: join(folder, PARTIAL_FILES_FOLDER),
    usedBytes: usage.usedBytes,
  })

  const pathOf = (key: FileKey) => {
    const [company = '', name = ''] = key.split('/')
    return join(folder, company, name.slice(0, 2), name)
  }
  async function companies(): Promise<readonly CompanyId[]> {
    const names = await readdir(folder)
    // the cast is safe: only names with the form of a company's id match
    return names.filter((name) => /^(0|[1-9]\d{0,9})$/.test(name)).map((name) => Number(name) as CompanyId)
  }
  async function* filesIn(companyId: CompanyId, part: number) {
    const place = placeOf(companyId, part)
    for (const name of (await readdir(place).catch(isMissingFile)) ?? []) {
      const key: FileKey = `${companyId}/${name}`
      const file = isFileKey(key) ? await stat(join(place, name)).catch(isMissingFile) : undefined
      if (file?.isFile()) yield { key, sizeBytes: file.size, storedAt: file.mtime }
    }
  }

  return {
    put: (companyId, content, limitBytesOf, options) =>
      incoming.receive(companyId, content, limitBytesOf, options, (half, { key, sizeBytes }) =>
        usage.changing(companyId, key, async () => {
          await moveIntoPlace(half, pathOf(key))
          return sizeBytes
        }),
      ),
    async duplicate(key) {
      const { first, second } = keysForFileCopy(key)
      await incoming.withPartialFile((half) =>
        usage.changing(companyOfFileKey(second), second, async () => {
          const bytes = await shareBytes(pathOf(first), half)
          await moveIntoPlace(half, pathOf(second))
          return bytes
        }),
      )
      return second
    },
    async open(key) {
      if (!isFileKey(key)) return null
      const path = pathOf(key)
      const found = await stat(path).catch(isMissingFile)
      if (!found?.isFile()) return null
      return { sizeBytes: found.size, stream: (range) => createReadStream(path, range) }
    },
    async remove(key) {
      if (!isFileKey(key)) return
      await usage.changing(companyOfFileKey(key), key, async () => {
        const file = await stat(pathOf(key)).catch(isMissingFile)
        await rm(pathOf(key), { force: true })
        return file?.nlink === 1 ? -file.size : 0
      })
    },
    async removeCompany(companyId) {
      usage.forget(companyId)
      await rm(join(folder, String(companyId)), { recursive: true, force: true })
    },
    companies,
    usedBytes: usage.usedBytes,
    knownBytes: usage.knownBytes,
    async part(companyId, part, before) {
      const found: FileKey[] = []
      for await (const { key, storedAt } of filesIn(companyId, part)) if (storedAt < before) found.push(key)
      return found
    },
    removeAbandoned: () => incoming.removeAbandoned(),
    async *files() {
      for (const companyId of await companies())
        for (let part = 0; part < companyFilePartCount; part += 1) yield* filesIn(companyId, part)
    },
    copyIn: (key, file) =>
      incoming.withPartialFile(async (half) => {
        await writeFile(half, file.stream(), { mode: 0o600 })
        await moveIntoPlace(half, pathOf(key))
      }),
  }
}

/** The bytes on the disk. A file with several names, such as a campaign's picture in each message, counts once. */
async function bytesIn(place: string): Promise<number> {
  let bytes = 0
  for (const name of (await readdir(place).catch(isMissingFile)) ?? []) {
    const file = await stat(join(place, name)).catch(isMissingFile)
    if (file?.isFile()) bytes += file.size / file.nlink
  }
  return bytes
}

/**
 * Gives the file a second name: a hard link, or a copy where the disk supports no more links. Sets the times of both
 * names before the new one is visible, so that no sweep deletes it as old. Returns the additional bytes on the disk.
 */
async function shareBytes(path: string, half: string): Promise<number> {
  const now = new Date()
  await utimes(path, now, now)
  try {
    await link(path, half)
    return 0
  } catch (error) {
    if (!['EMLINK', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV'].includes(systemOrDatabaseErrorCode(error) ?? ''))
      throw error
    await copyFile(path, half)
    return (await stat(half)).size
  }
}

/** Renames a partial file to its path. Syncs file and folder, so that a power failure loses neither bytes nor name. */
async function moveIntoPlace(half: string, path: string): Promise<void> {
  await sync(half, 'r+')
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(half, path)
  if (process.platform !== 'win32') await sync(folder, 'r') // Windows cannot open a folder to sync it
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissingFile(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(systemOrDatabaseErrorCode(error) ?? '')) return undefined
  throw error
}

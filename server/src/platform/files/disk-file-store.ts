import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { errorCode } from '../fatal'
import { refuse } from '../refusal'
import { companyUsage } from './company-usage'
import { type FileKind, SNIFF_BYTES, type Sniffed, sniff } from './file-kind'
import { fileSpace, type SpaceReservation } from './file-room'
import { type FileKey, type FileStore, isFileKey, keyParts, type StoredFile } from './file-store'
import { openPartialFiles } from './partial-files'

export interface DiskSettings {
  /** Created if missing; no other program may write there. */
  readonly folder: string
  /** Refuses new files that would leave less than this, so that the database on the same disk continues. */
  readonly reserveBytes?: number
  /** Free bytes of the disk of a folder. Tests replace it. */
  readonly freeBytes?: (folder: string) => Promise<number>
  /** The bytes that a company may store; null or absent: no limit but the disk. */
  readonly quotaBytesOf?: (companyId: CompanyId) => Promise<number | null>
}

type LimitOf = (kind: FileKind) => number

/** Files being sent exist a second time on the disk, encrypted, during their upload to WhatsApp. */
export const sendingRoom = { all: 256 << 20, perCompany: 128 << 20 }
const RESERVE_BYTES = (256 << 20) + sendingRoom.all
const INCOMING = '.incoming'
/** The largest possible upload: a larger announcement reserves no more. */
const MAX_RESERVED_BYTES = Math.max(...Object.values(limits.uploads))

/**
 * Stores files of companies in `<folder>/<company>/<first two digits>/<name>`. Deletes the partial files of dead
 * processes first.
 */
export async function openDiskFileStore(settings: DiskSettings): Promise<FileStore> {
  const { folder, reserveBytes = RESERVE_BYTES, freeBytes = freeBytesOf } = settings
  const usage = companyUsage(folder)
  const room = fileSpace({
    reserveBytes,
    freeBytes: () => freeBytes(folder),
    quotaBytesOf: settings.quotaBytesOf ?? (async () => null),
    usedBytes: usage.usedBytes,
  })
  const newPartialFile = await openPartialFiles(join(folder, INCOMING))

  const pathOf = (key: string) => {
    const parts = keyParts(key)
    return parts && join(folder, parts.company, parts.name.slice(0, 2), `${parts.name}.${parts.extension}`)
  }
  return {
    async put(companyId, content, limitBytesOf, { announcedBytes = 0, isOwed = false } = {}) {
      const name = randomBytes(16).toString('hex')
      const half = newPartialFile()
      const held = room.hold(companyId, { isOwed, isAnnounced: announcedBytes > 0 })
      try {
        await held.growTo(
          content instanceof Uint8Array ? content.length : Math.min(announcedBytes, MAX_RESERVED_BYTES),
        )
        const written = await writePartialFile(half, content, limitBytesOf, held)
        const key = keyOf(companyId, name, written.sniffed)
        const path = join(folder, String(companyId), name.slice(0, 2), `${name}.${written.sniffed.extension}`)
        await usage.changing(companyId, name, async () => {
          await renameIntoPlace(half, path)
          return written.sizeBytes
        })
        return { key, ...written }
      } catch (error) {
        await rm(half, { force: true })
        throw isFull(error) ? refuse('ERR_STORAGE_FULL') : error
      } finally {
        held.release()
      }
    },

    async duplicate(key) {
      const parts = keyParts(key)
      const path = pathOf(key)
      if (parts === null || path === null) throw new Error('A stored file is missing')
      const name = randomBytes(16).toString('hex')
      const half = newPartialFile()
      try {
        const newPath = join(folder, parts.company, name.slice(0, 2), `${name}.${parts.extension}`)
        await usage.changing(companyIn(parts), name, async () => {
          const bytes = await shareBytes(path, half)
          await renameIntoPlace(half, newPath)
          return bytes
        })
        return `${Number(parts.company)}/${name}.${parts.extension}`
      } catch (error) {
        await rm(half, { force: true })
        throw isFull(error) ? refuse('ERR_STORAGE_FULL') : error
      }
    },

    async open(key) {
      const path = pathOf(key)
      if (path === null) return null
      const found = await stat(path).catch(isMissingFile)
      if (!found?.isFile()) return null
      return { sizeBytes: found.size, stream: (range) => createReadStream(path, range) }
    },

    async remove(key) {
      const [path, parts] = [pathOf(key), keyParts(key)]
      if (path === null || parts === null) return
      await usage.changing(companyIn(parts), parts.name, async () => {
        const file = await stat(path).catch(isMissingFile)
        await rm(path, { force: true })
        return file?.nlink === 1 ? -file.size : 0
      })
    },

    async removeCompany(companyId) {
      usage.forget(companyId)
      await rm(join(folder, String(companyId)), { recursive: true, force: true })
    },

    async companies() {
      const names = await readdir(folder)
      return names.filter((name) => /^(0|[1-9]\d{0,9})$/.test(name)).map((name) => Number(name) as CompanyId) // the pattern allows only such ids
    },

    usedBytes: usage.usedBytes,
    knownBytes: usage.knownBytes,

    async part(companyId, part, before) {
      const digits = part.toString(16).padStart(2, '0')
      const place = join(folder, String(companyId), digits)
      const names = (await readdir(place).catch(isMissingFile)) ?? []
      const found: FileKey[] = []
      for (const name of names) {
        const key: FileKey = `${companyId}/${name}`
        const written = isFileKey(key) ? await stat(join(place, name)).catch(isMissingFile) : undefined
        if (written !== undefined && written.mtime < before) found.push(key)
      }
      return found
    },
  }
}

function keyOf(companyId: CompanyId, name: string, sniffed: Sniffed): FileKey {
  return `${companyId}/${name}.${sniffed.extension}`
}

function companyIn({ company }: { company: string }): CompanyId {
  return Number(company) as CompanyId // a key begins with such an id
}

async function freeBytesOf(folder: string): Promise<number> {
  const disk = await statfs(folder)
  return disk.bavail * disk.bsize
}

async function writePartialFile(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  limitBytesOf: LimitOf,
  held: SpaceReservation,
): Promise<Omit<StoredFile, 'key'>> {
  const file = await open(path, 'wx', 0o600)
  try {
    const written = await copy(content instanceof Uint8Array ? [content] : content, file, limitBytesOf, held)
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

async function copy(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  file: FileHandle,
  limitBytesOf: LimitOf,
  held: SpaceReservation,
): Promise<Omit<StoredFile, 'key'>> {
  const hash = createHash('sha256')
  let head: Uint8Array = Buffer.alloc(0)
  let sniffed: Sniffed | undefined
  let sizeBytes = 0
  for await (const part of parts) {
    sizeBytes += part.length
    if (!sniffed) {
      head = Buffer.concat([head, part])
      if (head.length >= SNIFF_BYTES) sniffed = await sniff(head.subarray(0, SNIFF_BYTES))
    }
    if (sniffed) checkLimit(sniffed.kind, sizeBytes, limitBytesOf)
    hash.update(part)
    await held.growTo(sizeBytes)
    await file.writeFile(part) // appends: the handle keeps its position
    held.wrote(part.length)
  }
  if (sizeBytes === 0) throw refuse('ERR_UPLOAD_EMPTY')
  sniffed ??= await sniff(head)
  checkLimit(sniffed.kind, sizeBytes, limitBytesOf)
  return { sizeBytes, sha256: hash.digest('hex'), sniffed }
}

function checkLimit(kind: FileKind, sizeBytes: number, limitBytesOf: LimitOf): void {
  const limit = limitBytesOf(kind)
  if (sizeBytes > limit) throw refuse('ERR_UPLOAD_TOO_LARGE', { kind, limitMegabytes: limit / (1 << 20) })
}

/**
 * Creates a second name for the same bytes, or a copy where the disk does not support links or the file has the
 * maximum number. Sets the times of both names to now before the new one is visible, so that no sweep deletes it as
 * an old leftover. Returns the additional bytes on the disk.
 */
async function shareBytes(path: string, half: string): Promise<number> {
  const now = new Date()
  await utimes(path, now, now)
  try {
    await link(path, half)
    return 0
  } catch (error) {
    if (!['EMLINK', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV'].includes(errorCode(error) ?? '')) throw error
    await copyFile(path, half)
    const file = await open(half, 'r+')
    try {
      await file.sync()
      return (await file.stat()).size
    } finally {
      await file.close()
    }
  }
}

/** Renames the written file. Also syncs the folder, because a power failure could otherwise lose the name. */
async function renameIntoPlace(half: string, path: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(half, path)
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
}

function isMissingFile(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
  throw error
}

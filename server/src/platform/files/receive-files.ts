import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { systemOrDatabaseErrorCode } from '../fatal'
import { refuse } from '../refusal'
import { type DetectedFileType, detectFileType, FILE_TYPE_DETECTION_BYTES, type FileKind } from './file-kind'
import { createSpaceReservations, outgoingFileByteLimits, type SpaceReservation } from './file-room'
import { type FileKey, type FilePutOptions, newFileKey, type StoredFile } from './file-store'
import { readFreeDiskBytes } from './free-bytes'
import { openPartialFileFolder } from './partial-files'

export interface FileReceiverSettings {
  readonly incoming: string
  /** The free bytes that new files must leave, so that the database on the same disk keeps working. */
  readonly reserveBytes?: number | undefined
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined
  /** The bytes that a company may store; null or absent: only the disk limits them. */
  readonly quotaBytesOf?: ((companyId: CompanyId) => Promise<number | null>) | undefined
  readonly usedBytes: (companyId: CompanyId) => Promise<number>
}

type LimitOf = (kind: FileKind) => number

export interface FileReceiver {
  /** Writes the content to a partial file and calls `keep` to move or copy it into the store. Refuses as `put` does. */
  receive(
    companyId: CompanyId,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    limitBytesOf: LimitOf,
    options: FilePutOptions | undefined,
    keep: (path: string, file: StoredFile) => Promise<void>,
  ): Promise<StoredFile>
  /** Gives `keep` the path for a partial file, and deletes that file when `keep` has ended. */
  withPartialFile(keep: (path: string) => Promise<void>): Promise<void>
  removeAbandoned(): Promise<void>
}

const RESERVE_BYTES = (256 << 20) + outgoingFileByteLimits.all
/** The most bytes that an announced size reserves at the start. */
const MAX_RESERVED_BYTES = Math.max(...Object.values(limits.uploads))

/** Receives files on the disk before they go to the store, so that a slow sender uses neither memory nor the store. */
export async function openFileReceiver(settings: FileReceiverSettings): Promise<FileReceiver> {
  const { incoming, reserveBytes = RESERVE_BYTES, freeBytes = readFreeDiskBytes } = settings
  const room = createSpaceReservations({
    reserveBytes,
    freeBytes: () => freeBytes(incoming),
    quotaBytesOf: settings.quotaBytesOf ?? (async () => null),
    usedBytes: settings.usedBytes,
  })
  const newPartialFile = await openPartialFileFolder(incoming)

  async function withPartialFile<T>(act: (path: string) => Promise<T>): Promise<T> {
    const path = newPartialFile()
    try {
      return await act(path)
    } catch (error) {
      throw isFull(error) ? refuse('ERR_STORAGE_FULL') : error
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    async receive(companyId, content, limitBytesOf, { announcedBytes = 0, isOwed = false } = {}, keep) {
      const held = room.hold(companyId, { isOwed, isAnnounced: announcedBytes > 0 })
      try {
        await held.growTo(
          content instanceof Uint8Array ? content.length : Math.min(announcedBytes, MAX_RESERVED_BYTES),
        )
        return await withPartialFile(async (path) => {
          const received = await writePartialFile(path, content, limitBytesOf, held)
          const key: FileKey = newFileKey(companyId, received.sniffed.extension)
          await keep(path, { key, ...received })
          return { key, ...received }
        })
      } finally {
        held.release()
      }
    },
    withPartialFile,
    removeAbandoned: async () => void (await openPartialFileFolder(incoming)),
  }
}

async function writePartialFile(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  limitBytesOf: LimitOf,
  held: SpaceReservation,
): Promise<Omit<StoredFile, 'key'>> {
  const file = await open(path, 'wx', 0o600)
  try {
    return await copy(content instanceof Uint8Array ? [content] : content, file, limitBytesOf, held)
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
  let sniffed: DetectedFileType | undefined
  let sizeBytes = 0
  for await (const part of parts) {
    sizeBytes += part.length
    if (!sniffed) {
      head = Buffer.concat([head, part])
      if (head.length >= FILE_TYPE_DETECTION_BYTES)
        sniffed = await detectFileType(head.subarray(0, FILE_TYPE_DETECTION_BYTES))
    }
    if (sniffed) checkLimit(sniffed.kind, sizeBytes, limitBytesOf)
    hash.update(part)
    await held.growTo(sizeBytes)
    await file.writeFile(part) // the open file appends each part
    held.wrote(part.length)
  }
  if (sizeBytes === 0) throw refuse('ERR_UPLOAD_EMPTY')
  sniffed ??= await detectFileType(head)
  checkLimit(sniffed.kind, sizeBytes, limitBytesOf)
  return { sizeBytes, sha256: hash.digest('hex'), sniffed }
}

function checkLimit(kind: FileKind, sizeBytes: number, limitBytesOf: LimitOf): void {
  const limit = limitBytesOf(kind)
  if (sizeBytes > limit) throw refuse('ERR_UPLOAD_TOO_LARGE', { kind, limitMegabytes: limit / (1 << 20) })
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(systemOrDatabaseErrorCode(error) ?? '')
}

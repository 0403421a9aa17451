// The import of types from `@fastify/multipart` adds `parts` to the type of requests.

import type { CompanyId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type {} from '@fastify/multipart'
import { systemOrDatabaseErrorCode } from '../fatal'
import type { UploadedFile, UploadReader } from '../http/upload'
import { Refusal, refuse } from '../refusal'
import { type DetectedFileType, type FileKind, mayShowInline, mimetypeForMessage } from './file-kind'
import { displayFileName } from './file-name'
import type { FileStore, StoredFile } from './file-store'
import { isPixelBomb, type PictureSize, readPictureSize } from './picture-size'

const MAX_FILES = 30
const MULTIPART_LIMITS = {
  files: MAX_FILES,
  fields: 200,
  // Room for the longest message, in which each character takes up to four bytes.
  fieldSize: limits.messageText.max * 4,
  fieldNameSize: 200,
  // The store checks the limit of each kind, so this limit must not apply first.
  fileSize: Number.MAX_SAFE_INTEGER,
}

/**
 * Creates the function that stores the files of an upload. While the upload runs, it refuses a too large or empty file,
 * a picture with too many pixels, a full disk and a broken form.
 */
export function createUploadReader(store: FileStore): UploadReader {
  return async (request, companyId) => {
    const fields = new Map<string, string[]>()
    // The announced size of all files together, or zero. Each file reserves what the earlier files left of it.
    const announced = Number(request.headers['content-length'] ?? 0)
    const files: UploadedFile[] = []
    const discard = async () => {
      await Promise.all(files.map((file) => store.remove(file.key)))
    }
    try {
      for await (const part of request.parts({ limits: MULTIPART_LIMITS })) {
        if (part.type === 'file') {
          const stored = files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0)
          files.push(await storePart(part, store, companyId, Math.max(0, announced - stored)))
        } else fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), fieldText(part)])
      }
    } catch (error) {
      await discard()
      // Reads and drops the rest, because a client that is still sending does not read the answer.
      request.raw.resume()
      throw isBrokenForm(error) ? refuse('ERR_VALIDATION', { field: 'files' }) : error
    }
    return { fields: asRecord(fields), files, discard }
  }
}

export function uploadByteLimit(kind: FileKind): number {
  return limits.uploads[kind]
}

interface FilePart {
  readonly fieldname: string
  readonly filename: string
  readonly mimetype: string
  readonly file: AsyncIterable<Uint8Array>
}

async function storePart(
  part: FilePart,
  store: FileStore,
  companyId: CompanyId,
  announcedBytes: number,
): Promise<UploadedFile> {
  const stored = await store.put(companyId, part.file, uploadByteLimit, { announcedBytes })
  const picture = await pictureOf(stored, store)
  if (picture && isPixelBomb(picture)) {
    await store.remove(stored.key)
    throw refuse('ERR_VALIDATION', { field: part.fieldname })
  }
  return {
    key: stored.key,
    fileName: displayFileName(part.filename),
    mimetype: mimetypeForMessage(stored.sniffed, part.mimetype),
    mediaType: mediaTypeOf(stored.sniffed),
    sizeBytes: stored.sizeBytes,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
}

async function pictureOf(stored: StoredFile, store: FileStore): Promise<PictureSize | null> {
  if (stored.sniffed.kind !== 'image' || !mayShowInline(stored.sniffed)) return null
  const opened = await store.open(stored.key)
  return opened && readPictureSize(opened.stream())
}

/** How the file is sent. Pictures, sounds and videos that some browsers can't show are sent as documents. */
function mediaTypeOf(sniffed: DetectedFileType): UploadedFile['mediaType'] {
  return sniffed.kind === 'document' || !mayShowInline(sniffed) ? 'application' : sniffed.kind
}

function fieldText(part: { fieldname: string; value: unknown; valueTruncated: boolean }): string {
  // The multipart library has parsed a part sent as application/json. It becomes text again, because the contract's
  // schemas parse it themselves.
  const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
  if (part.valueTruncated) throw refuse('ERR_VALIDATION', { field: part.fieldname })
  return text
}

/** "Needle" is the multipart library's name for a boundary, which may be too long. */
const brokenForm = /multipart|part terminated|content type|needle/i

/** Whether the multipart reader failed because of what the sender sent. Errors of the disk are ours. */
function isBrokenForm(error: unknown): boolean {
  if (error instanceof Refusal || !(error instanceof Error)) return false
  return systemOrDatabaseErrorCode(error)?.startsWith('FST_') === true || brokenForm.test(error.message)
}

/** The fields as an object, in which a repeated field is a list in the order sent. */
function asRecord(fields: ReadonlyMap<string, readonly string[]>): Record<string, unknown> {
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

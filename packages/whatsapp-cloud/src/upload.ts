import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { GraphClient } from './graph'
import { GraphError } from './graph-error'
import { nullableText } from './shapes'

export interface FileToSend {
  readonly mimetype: string
  readonly fileName: string | null
  readonly file: () => Promise<Readable>
}

export interface FileCopy {
  readonly path: string
  readonly bytes: number
  /** The SHA-256 of the file's bytes in hexadecimal. */
  readonly sha256: string
}

/** Runs `act` with a temporary copy of the file on disk, because an upload states its length first. */
export async function withFileCopy<Result>(
  file: FileToSend['file'],
  act: (copy: FileCopy) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-upload-'))
  try {
    const path = join(folder, 'file')
    const hash = createHash('sha256')
    const hashed = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        yield part
      }
    }
    await pipeline(await file(), hashed, createWriteStream(path), { ...(signal && { signal }) })
    return await act({ path, bytes: (await stat(path)).size, sha256: hash.digest('hex') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const uploaded = z.object({ id: nullableText })

/** Returns the media id, valid for 30 days and for one number. Each call creates a new id. */
export async function uploadMedia(
  client: GraphClient,
  phoneNumberId: string,
  { mimetype, fileName }: Pick<FileToSend, 'mimetype' | 'fileName'>,
  { path, bytes }: FileCopy,
  signal?: AbortSignal,
): Promise<string> {
  const boundary = `balcao-${randomUUID()}`
  const field = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}`
  const begin = Buffer.from(
    `${field('messaging_product')}\r\n\r\nwhatsapp\r\n` +
      `${field('type')}\r\n\r\n${oneLine(mimetype)}\r\n` +
      `${field('file', `; filename="${quotable(fileName ?? 'file')}"`)}\r\ncontent-type: ${oneLine(mimetype)}\r\n\r\n`,
  )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  const { id } = await client.call(
    {
      method: 'POST',
      path: [phoneNumberId, 'media'],
      upload: {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        bytes: begin.length + bytes + end.length,
        content: Readable.from(around(begin, path, end)),
      },
      signal,
    },
    uploaded,
  )
  if (id === null) throw missingMetaIdError
  return id
}

export const missingMetaIdError = new GraphError(200, null, null, { details: 'the answer names no id' })

async function* around(begin: Buffer, path: string, end: Buffer): AsyncGenerator<Buffer> {
  yield begin
  yield* createReadStream(path)
  yield end
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]/g, ' ')
}

function quotable(name: string): string {
  return oneLine(name).replaceAll('"', "'")
}

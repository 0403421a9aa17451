import { Readable } from 'node:stream'
import type { ByteRange, OpenedFile } from './file-store'
import { type S3Answer, type S3Request, type S3RequestSender, S3Trouble } from './s3-requests'
import { xmlElements, xmlText } from './s3-xml'

export interface S3Object {
  readonly key: string
  readonly sizeBytes: number
  readonly storedAt: Date
}

export interface S3Page {
  readonly objects: readonly S3Object[]
  /** With a delimiter: the beginnings of the keys up to the delimiter, each once, like the names of folders. */
  readonly prefixes: readonly string[]
  readonly isLast: boolean
}

interface Selection {
  readonly prefix?: string
  /** Only keys after this one are listed, in the order of their bytes. */
  readonly startAfter?: string
  readonly delimiter?: string
}

/** The objects of one bucket. Every call throws `S3Trouble` when the store fails. */
export interface S3Bucket {
  /** The size of an object; null: it does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Reads these bytes. When an answer ends early, requests the rest. */
  read(key: string, range: ByteRange): Readable
  /** Stores an object durably: in one request, or from 8 MB on in a multipart upload. */
  write(key: string, file: OpenedFile): Promise<void>
  /** Copies an object within the bucket. False: `from` does not exist. */
  copy(from: string, to: string): Promise<boolean>
  /** Removes an object. A missing object is no error. */
  remove(key: string): Promise<void>
  /** Objects in the order of their keys, about a thousand in a page. */
  pages(selection: Selection): AsyncIterable<S3Page>
  /** Lists multipart uploads that were neither completed nor aborted. S3 stores their parts until then. */
  unfinishedUploads(): AsyncIterable<{ key: string; uploadId: string; begunAt: Date }>
  abortUpload(key: string, uploadId: string): Promise<void>
}

/** The size of the parts of a multipart upload, except the last. S3 allows no part below 5 MB. */
const PART_BYTES = 8 << 20
const readAttempts = 3

export function createS3Bucket(requests: S3RequestSender, bucket: string): S3Bucket {
  /** Sends a request. "Not found" is an error here. */
  async function must(request: S3Request): Promise<S3Answer> {
    const answer = await requests.send(request)
    if (answer === null) throw new S3Trouble(404, 'NoSuchKey', request)
    return answer
  }

  async function sizeOf(key: string): Promise<number | null> {
    const answer = await requests.send({ method: 'HEAD', key })
    return answer === null ? null : Number(answer.headers['content-length'])
  }

  async function writeParts(key: string, file: OpenedFile): Promise<void> {
    const created = await must({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = textIn(created, 'UploadId')
    try {
      const tags: string[] = []
      for (let start = 0; start < file.sizeBytes; start += PART_BYTES) {
        const end = Math.min(start + PART_BYTES, file.sizeBytes) - 1
        const { headers } = await must({
          method: 'PUT',
          key,
          query: { partNumber: String(tags.length + 1), uploadId },
          body: { sizeBytes: end - start + 1, stream: () => file.stream({ start, end }) },
        })
        tags.push(String(headers.etag))
      }
      await complete(key, uploadId, tags, file.sizeBytes)
    } catch (error) {
      // if the abort fails, `removeAbandoned` aborts the upload later
      await abortUpload(key, uploadId).catch(() => undefined)
      throw error
    }
  }

  async function complete(
    key: string,
    uploadId: string,
    tags: readonly string[],
    sizeBytes: number,
  ): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    try {
      await must({ method: 'POST', key, query: { uploadId }, body })
    } catch (error) {
      // The upload may be complete without an answer. Keys are random, so an object of this key and size is ours.
      if ((await sizeOf(key)) !== sizeBytes) throw error
    }
  }

  async function abortUpload(key: string, uploadId: string): Promise<void> {
    await requests.send({ method: 'DELETE', key, query: { uploadId } }).catch((error: unknown) => {
      if (!(error instanceof S3Trouble && error.code === 'NoSuchUpload')) throw error
    })
  }

  async function* pages({ prefix = '', startAfter, delimiter }: Selection): AsyncGenerator<S3Page> {
    let token: string | null = null
    do {
      const { text } = await must({
        method: 'GET',
        query: {
          'list-type': '2',
          prefix,
          ...(delimiter !== undefined && { delimiter }),
          ...(startAfter !== undefined && { 'start-after': startAfter }),
          ...(token !== null && { 'continuation-token': token }),
        },
      })
      token = xmlText(text, 'NextContinuationToken')
      yield {
        objects: xmlElements(text, 'Contents').map((object) => ({
          key: xmlText(object, 'Key') ?? '',
          sizeBytes: Number(xmlText(object, 'Size')),
          storedAt: new Date(xmlText(object, 'LastModified') ?? ''),
        })),
        prefixes: xmlElements(text, 'CommonPrefixes').map((each) => xmlText(each, 'Prefix') ?? ''),
        isLast: token === null,
      }
    } while (token !== null)
  }

  return {
    sizeOf,
    read: (key, range) => readable((signal) => bytesOf(requests, key, range, signal)),
    async write(key, file) {
      if (file.sizeBytes > PART_BYTES) await writeParts(key, file)
      else
        await must({ method: 'PUT', key, body: { sizeBytes: file.sizeBytes, stream: () => file.stream() } })
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` }
      return (await requests.send({ method: 'PUT', key: to, headers })) !== null
    },
    async remove(key) {
      await requests.send({ method: 'DELETE', key })
    },
    pages,
    async *unfinishedUploads() {
      let marker: Record<string, string> | null = {}
      while (marker !== null) {
        const { text } = await must({ method: 'GET', query: { uploads: '', ...marker } })
        for (const upload of xmlElements(text, 'Upload')) {
          const begunAt = new Date(xmlText(upload, 'Initiated') ?? '')
          yield { key: xmlText(upload, 'Key') ?? '', uploadId: xmlText(upload, 'UploadId') ?? '', begunAt }
        }
        marker =
          xmlText(text, 'IsTruncated') === 'true'
            ? {
                'key-marker': xmlText(text, 'NextKeyMarker') ?? '',
                'upload-id-marker': xmlText(text, 'NextUploadIdMarker') ?? '',
              }
            : null
      }
    },
    abortUpload,
  }
}

async function* bytesOf(
  requests: S3RequestSender,
  key: string,
  { start, end }: ByteRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = start
  for (let failures = 0; at <= end; ) {
    const request: S3Request = { method: 'GET', key, headers: { range: `bytes=${at}-${end}` } }
    const answer = await requests.open(request, signal)
    try {
      for await (const part of answer) {
        at += part.length
        failures = 0
        yield part
      }
      if (at <= end) throw new Error('the answer ended early')
    } catch (error) {
      failures += 1
      if (signal.aborted || failures === readAttempts) throw new S3Trouble(null, null, request, error)
    }
  }
}

/** A stream of these bytes. Destroying it aborts its request. */
function readable(bytes: (signal: AbortSignal) => AsyncGenerator<Uint8Array>): Readable {
  const stop = new AbortController()
  const parts = bytes(stop.signal)
  return new Readable({
    read() {
      parts.next().then(
        ({ value, done }) => this.push(done === true ? null : value),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      stop.abort()
      done(error)
    },
  })
}

function textIn({ text }: S3Answer, name: string): string {
  const found = xmlText(text, name)
  if (found === null) throw new Error(`the object store answered without ${name}`)
  return found
}

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../files/s3-settings'

export interface S3ServerRequest {
  readonly method: string
  /** Null: the bucket itself. */
  readonly key: string | null
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

/** A fault in place of an answer: an error with this status and code, or the end of the connection. */
export type S3Fault =
  | { readonly status: number; readonly code: string; readonly isDone?: boolean }
  | 'cut'
  | 'cut in the body'

export interface S3Server {
  readonly settings: S3Settings
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; readonly storedAt: Date }>
  /** Uploads in parts that have neither been completed nor aborted. */
  readonly uploads: ReadonlyMap<string, { readonly key: string }>
  /** The requests so far, as `PUT 7/ab….jpg`. */
  readonly requests: string[]
  /** Asked before each answer. Tests replace it. */
  fault: (request: S3ServerRequest) => S3Fault | null
  close(): Promise<void>
}

interface Upload {
  readonly key: string
  readonly begunAt: Date
  readonly parts: Map<number, Buffer>
}

/** An error in S3's words. */
class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

const minPartBytes = 5 << 20
const clockSkewMs = 15 * 60_000

/**
 * A small object store with S3's API on loopback, in memory: just what the file store uses, and an error for everything
 * else. It checks Signature V4 with code of its own. `pageSize` is the number of keys in a page of a list.
 */
export async function openS3Server({ pageSize = 1_000 } = {}): Promise<S3Server> {
  const bucket = 'test-files'
  const region = 'us-east-1'
  const accessKeyId = 'TESTKEY'
  const secretAccessKey = randomBytes(20).toString('base64')
  const objects = new Map<string, { bytes: Buffer; storedAt: Date }>()
  const uploads = new Map<string, Upload>()
  const requests: string[] = []

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy()
      const { status, code } = error instanceof S3Error ? error : new S3Error(500, `Bug: ${error}`)
      const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of the tests</Message></Error>`
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a string only for pipes
  const s3: S3Server = {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket, region, accessKeyId, secretAccessKey },
    objects,
    uploads,
    requests,
    fault: () => null,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return s3

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3')
    const [, inBucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    const asked: S3ServerRequest = {
      method: request.method ?? '',
      key: key === '' ? null : key,
      query: url.searchParams,
      headers: request.headers,
    }
    requests.push(`${asked.method} ${key}`.trim())
    const body = await buffer(request)
    checkSignature(request, body)
    if (inBucket !== bucket) throw new S3Error(404, 'NoSuchBucket')
    const fault = s3.fault(asked)
    if (fault === 'cut') return void request.socket.destroy()
    if (fault !== null && fault !== 'cut in the body') {
      if (fault.isDone) act(asked, body)
      throw new S3Error(fault.status, fault.code)
    }
    const { status = 200, headers = {}, content = '' } = act(asked, body)
    response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers })
    if (fault === 'cut in the body') {
      response.write(content.slice(0, Math.ceil(content.length / 2)), () => request.socket.destroy())
    } else response.end(content)
  }

  function act(asked: S3ServerRequest, body: Buffer): Answer {
    return asked.key === null ? actOnBucket(asked) : actOnObject(asked, asked.key, body)
  }

  function actOnBucket({ method, query }: S3ServerRequest): Answer {
    if (method === 'GET' && query.has('uploads')) return { content: listOfUploads() }
    if (method === 'GET' && query.get('list-type') === '2') return { content: listOfObjects(query) }
    throw new S3Error(501, 'NotImplemented')
  }

  function actOnObject(asked: S3ServerRequest, key: string, body: Buffer): Answer {
    const { method, query, headers } = asked
    const uploadId = query.get('uploadId')
    switch (`${method} ${[...query.keys()].sort().join(',')}`.trim()) {
      case 'PUT':
        return headers['x-amz-copy-source'] === undefined
          ? put(key, body)
          : copy(headers['x-amz-copy-source'], key)
      case 'HEAD':
      case 'GET':
        return get(key, headers.range)
      case 'DELETE':
        objects.delete(key)
        return { status: 204 }
      case 'POST uploads': {
        const id = randomBytes(9).toString('base64')
        uploads.set(id, { key, begunAt: new Date(), parts: new Map() })
        return {
          content: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        }
      }
      case 'PUT partNumber,uploadId':
        uploadOf(key, uploadId).parts.set(Number(query.get('partNumber')), body)
        return { headers: { etag: tagOf(body) } }
      case 'POST uploadId':
        return complete(key, uploadId, body.toString())
      case 'DELETE uploadId':
        uploadOf(key, uploadId)
        uploads.delete(uploadId ?? '')
        return { status: 204 }
      default:
        throw new S3Error(501, 'NotImplemented')
    }
  }

  function put(key: string, bytes: Buffer): Answer {
    objects.set(key, { bytes, storedAt: new Date() })
    return { headers: { etag: tagOf(bytes) } }
  }

  function copy(source: string | string[], key: string): Answer {
    const prefix = `/${bucket}/`
    const found = objects.get(String(source).startsWith(prefix) ? String(source).slice(prefix.length) : '')
    if (found === undefined) throw new S3Error(404, 'NoSuchKey')
    put(key, found.bytes)
    return { content: `<CopyObjectResult><ETag>${tagOf(found.bytes)}</ETag></CopyObjectResult>` }
  }

  function get(key: string, range: string | undefined): Answer {
    const found = objects.get(key)
    if (found === undefined) throw new S3Error(404, 'NoSuchKey')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (first === undefined || last === undefined) return { content: found.bytes }
    if (Number(first) >= found.bytes.length) throw new S3Error(416, 'InvalidRange')
    return { status: 206, content: found.bytes.subarray(Number(first), Number(last) + 1) }
  }

  function uploadOf(key: string, uploadId: string | null): Upload {
    const upload = uploads.get(uploadId ?? '')
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload')
    return upload
  }

  function complete(key: string, uploadId: string | null, body: string): Answer {
    const upload = uploadOf(key, uploadId)
    const listed = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
    const parts = listed.map(([, number, tag]) => {
      const bytes = upload.parts.get(Number(number))
      if (bytes === undefined || tagOf(bytes) !== tag) throw new S3Error(400, 'InvalidPart')
      return bytes
    })
    if (parts.length === 0) throw new S3Error(400, 'MalformedXML')
    if (parts.slice(0, -1).some((part) => part.length < minPartBytes))
      throw new S3Error(400, 'EntityTooSmall')
    uploads.delete(uploadId ?? '')
    put(key, Buffer.concat(parts))
    return { content: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
  }

  function listOfUploads(): string {
    const listed = [...uploads].map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`
  }

  function listOfObjects(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const token = query.get('continuation-token')
    const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString()
    const items = new Set<string>()
    for (const key of [...objects.keys()].sort()) {
      if (!key.startsWith(prefix)) continue
      const cut = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
      const item = cut === -1 ? key : key.slice(0, cut + 1)
      if (item > after) items.add(item)
    }
    const page = [...items].slice(0, pageSize)
    const next = items.size > page.length ? Buffer.from(page.at(-1) ?? '').toString('base64') : null
    const listed = page.map((item) => {
      const object = objects.get(item)
      if (object === undefined) return `<CommonPrefixes><Prefix>${item}</Prefix></CommonPrefixes>`
      return `<Contents><Key>${item}</Key><LastModified>${object.storedAt.toISOString()}</LastModified><Size>${object.bytes.length}</Size></Contents>`
    })
    return `<ListBucketResult>${listed.join('')}${next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`
  }

  /** Signature V4 of a header, as Amazon documents it ("Authenticating Requests: Using the Authorization Header"). */
  function checkSignature(request: IncomingMessage, body: Buffer): void {
    const header = request.headers.authorization ?? ''
    const [, id, day, place, names = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        header,
      ) ?? []
    if (signature === undefined) throw new S3Error(403, 'AccessDenied')
    if (id !== accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId')
    if (place !== region) throw new S3Error(400, 'AuthorizationHeaderMalformed')

    const signed = names.split(';')
    const mustSign = Object.keys(request.headers).filter(
      (name) => name === 'host' || name.startsWith('x-amz-'),
    )
    if (mustSign.some((name) => !signed.includes(name))) throw new S3Error(403, 'AccessDenied')
    const at = String(request.headers['x-amz-date'])
    const [, year, month, date, hour, minute, second] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(at) ?? []
    const signedAt = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`)
    if (!(Math.abs(Date.now() - signedAt) < clockSkewMs) || day !== at.slice(0, 8))
      throw new S3Error(403, 'RequestTimeTooSkewed')

    const [path = '', query = ''] = (request.url ?? '').split('?')
    const bodyHash = String(request.headers['x-amz-content-sha256'])
    const canonical = [
      request.method,
      path.split('/').map(sameEncoding).join('/'),
      query.split('&').filter(Boolean).map(canonicalPair).sort().join('&'),
      ...signed.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}`),
      '',
      names,
      bodyHash,
    ].join('\n')
    const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hex(canonical)].join('\n')
    const key = [day, region, 's3', 'aws4_request'].reduce(
      (secret: string | Buffer, word) =>
        createHmac('sha256', secret)
          .update(word ?? '')
          .digest(),
      `AWS4${secretAccessKey}`,
    )
    const expected = createHmac('sha256', key).update(toSign).digest('hex')
    if (expected !== signature) throw new S3Error(403, 'SignatureDoesNotMatch')
    if (bodyHash !== hex(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  }
}

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly content?: string | Buffer
}

function canonicalPair(pair: string): string {
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  return `${sameEncoding(name)}=${sameEncoding(value)}`
}

function sameEncoding(text: string): string {
  const plain = decodeURIComponent(text.replaceAll('+', ' '))
  return encodeURIComponent(plain).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hex(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

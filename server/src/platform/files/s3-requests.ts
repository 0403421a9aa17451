import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher } from 'undici'
import { DatabaseTrouble } from '../database/database-trouble'
import type { S3Settings } from './s3-settings'
import { xmlText } from './s3-xml'

/** The store failed. `code` is S3's code (`NoSuchBucket`). The message has no headers, which contain the signature. */
export class S3Trouble extends DatabaseTrouble {
  override readonly name = 'S3Trouble'
  constructor(
    readonly status: number | null,
    readonly code: string | null,
    request: Pick<S3Request, 'method' | 'key'>,
    cause?: unknown,
  ) {
    const reason = code ?? status ?? 'no answer'
    super(
      isFullCode(status, code) ? 'full' : 'unavailable',
      cause,
      `the object store: ${request.method} ${request.key ?? ''}: ${reason}`,
    )
  }
}

export interface S3Body {
  readonly sizeBytes: number
  /** Opens the body from its start: once for the hash, and once for each attempt. */
  stream(): Readable
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The object's key. Absent: the request is for the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | S3Body
}

export interface S3Answer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface S3RequestSender {
  /** Sends a request, with retries. Null: the object does not exist. Throws `S3Trouble`. */
  send(request: S3Request): Promise<S3Answer | null>
  /** Starts to read an object, with retries until the answer begins. Throws `S3Trouble`. */
  open(request: S3Request, signal: AbortSignal): Promise<Readable>
  close(): Promise<void>
}

export const maxS3Attempts = 3
const FIRST_PAUSE_MS = 200
const CONNECT_TIMEOUT_MS = 5_000
/** The time limit of a request without a body, and of the first byte of an object. */
const ANSWER_TIMEOUT_MS = 15_000
/** The time limit of a request with a body: enough for 8 MB at 1 megabit per second. */
const BODY_TIMEOUT_MS = 75_000
/** The longest pause between two parts of an object that is being read. */
const SILENCE_TIMEOUT_MS = 30_000
/** The largest accepted answer. A list of a thousand objects takes about 400 kB. */
const MAX_ANSWER_BYTES = 4 << 20
const EMPTY_SHA256 = createHash('sha256').digest('hex')

/** Signs requests (Signature V4) and sends them. Follows no redirect: another host must not get the signature. */
export function createS3RequestSender({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Settings): S3RequestSender {
  const agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, bodyTimeout: SILENCE_TIMEOUT_MS })

  async function attempt(
    { method, key, query = {}, headers = {}, body }: S3Request,
    sha256: string,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}`)
    url.search = new URLSearchParams(query).toString()
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    }).sign()
    const isText = typeof body === 'string'
    return agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body !== undefined && {
          'content-length': String(isText ? Buffer.byteLength(body) : body.sizeBytes),
        }),
      },
      body: body === undefined ? null : isText ? body : body.stream(),
      headersTimeout: timeoutOf(body),
      signal,
    })
  }

  async function refuseErrors(request: S3Request, answer: Dispatcher.ResponseData): Promise<void> {
    if (answer.statusCode >= 200 && answer.statusCode < 300) return
    const code = xmlText(await readText(answer.body), 'Code')
    throw new S3Trouble(answer.statusCode, code, request)
  }

  async function withRetries<T>(
    request: S3Request,
    signal: AbortSignal | undefined,
    act: () => Promise<T>,
  ): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await act()
      } catch (error) {
        const trouble = error instanceof S3Trouble ? error : new S3Trouble(null, null, request, error)
        if (signal?.aborted || failures === maxS3Attempts || !mayPass(trouble)) throw trouble
        await pause(FIRST_PAUSE_MS * 2 ** (failures - 1) * (0.5 + Math.random()))
      }
    }
  }

  return {
    async send(request) {
      const sha256 = await hashOf(request.body)
      return withRetries(request, undefined, async () => {
        const answer = await attempt(request, sha256, AbortSignal.timeout(timeoutOf(request.body)))
        if (answer.statusCode === 404 && request.key !== undefined) {
          // The answer to a HEAD request has no body. Its status 404 means that the object is missing.
          const code = xmlText(await readText(answer.body), 'Code') ?? 'NoSuchKey'
          if (code === 'NoSuchKey') return null
          throw new S3Trouble(404, code, request)
        }
        await refuseErrors(request, answer)
        const text = await readText(answer.body)
        // A copy, or the completion of a multipart upload, may fail with status 200 and an error as its body.
        if (/<Error[ >]/.test(text)) throw new S3Trouble(500, xmlText(text, 'Code'), request)
        return { headers: answer.headers, text }
      })
    },
    open: (request, signal) =>
      withRetries(request, signal, async () => {
        const answer = await attempt(request, EMPTY_SHA256, signal)
        await refuseErrors(request, answer)
        if (answer.statusCode === 206) return answer.body
        answer.body.destroy()
        throw new S3Trouble(answer.statusCode, 'RangeIgnored', request)
      }),
    close: () => agent.destroy(),
  }
}

function timeoutOf(body: S3Request['body']): number {
  return typeof body === 'object' ? BODY_TIMEOUT_MS : ANSWER_TIMEOUT_MS
}

async function hashOf(body: S3Request['body']): Promise<string> {
  if (body === undefined) return EMPTY_SHA256
  const hash = createHash('sha256')
  if (typeof body === 'string') hash.update(body)
  else for await (const part of body.stream()) hash.update(part)
  return hash.digest('hex')
}

function mayPass({ status, code }: S3Trouble): boolean {
  if (isFullCode(status, code)) return false
  if (status === null || status === 429 || code === 'RequestTimeout') return true
  return status >= 500 && status !== 501
}

/** Whether the store is full. MinIO and Ceph then answer with status 507, and Swift with 413 for a full quota. */
function isFullCode(status: number | null, code: string | null): boolean {
  return status === 507 || status === 413 || code === 'QuotaExceeded'
}

async function readText(body: Readable): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

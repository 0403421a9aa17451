import type { Readable } from 'node:stream'
import { request } from 'undici'
import type { z } from 'zod'
import { GraphError, GraphUnreachable, graphErrorOf } from './graph-error'
import type { GraphSettings } from './settings'
import { jsonOf } from './shapes'

/** Calls of the Graph API with one token. Each rejects with `GraphError` or `GraphUnreachable`. */
export interface GraphClient {
  call<Answer>(call: GraphCall, answer: z.ZodType<Answer>): Promise<Answer>
}

export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Behind the version, such as `['106540', 'messages']`. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly upload?: Upload
  readonly signal?: AbortSignal | undefined
}

/** A body of known length. */
export interface Upload {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: number
  readonly content: Readable | Buffer
}

const usualTimeoutMs = 30_000
/** The answers with the most text are pages of templates. */
const largestAnswer = 8 * 1024 * 1024
export const userAgent = 'Balcao/1'

/** The token travels in a header only; `undici` follows no redirect, so it reaches no other host. */
export function graphClient(settings: GraphSettings, token: string): GraphClient {
  const { url, version, dispatcher, timeoutMs = usualTimeoutMs } = settings
  return {
    async call({ method, path, query = {}, json, upload, signal }, answer) {
      const address = new URL(`${url}/${[version, ...path].map(segment).join('/')}`)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      const body = upload === undefined ? bodyOf(json) : upload
      const limit = AbortSignal.timeout(upload === undefined ? timeoutMs : 4 * timeoutMs)
      const { status, text, retryAfter } = await answerTo(address, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          authorization: `Bearer ${token}`,
          ...(body && { ...body.headers, 'content-length': String(body.bytes) }),
        },
        body: body?.content ?? null,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        headersTimeout: 0, // `limit` covers headers and body
        bodyTimeout: 0,
        ...(dispatcher && { dispatcher }),
      })
      const parsed = jsonOf(text)
      const read = status >= 200 && status < 300 ? answer.safeParse(parsed) : null
      if (read?.success) return read.data
      throw graphErrorOf(status, parsed, retryAfter)
    },
  }
}

/** Ids come from forms and from customers' messages: none may lead to another path. */
function segment(part: string): string {
  if (part === '' || part === '.' || part === '..')
    throw new GraphError({
      status: 400,
      code: 100,
      subcode: 33,
      details: null,
      traceId: null,
      retryAfterMs: null,
    })
  return encodeURIComponent(part).replaceAll('%3A', ':') // `upload:…`
}

function bodyOf(json: unknown): Upload | null {
  if (json === undefined) return null
  const content = Buffer.from(JSON.stringify(json))
  return { headers: { 'content-type': 'application/json' }, bytes: content.length, content }
}

type Options = NonNullable<Parameters<typeof request>[1]>

async function answerTo(
  address: URL,
  options: Options,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  try {
    const { statusCode, headers, body } = await request(address, options)
    const parts: Buffer[] = []
    let size = 0
    for await (const part of body) {
      size += part.length
      if (size > largestAnswer) throw new Error('the answer is larger than any of the Graph API')
      parts.push(part)
    }
    const { 'retry-after': retryAfter } = headers
    return {
      status: statusCode,
      text: Buffer.concat(parts).toString(),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    }
  } catch (error) {
    throw new GraphUnreachable(!isBeforeConnection(error), { cause: error })
  }
}

const connectSyscalls = new Set(['connect', 'getaddrinfo'])
const handshakeCodes =
  /^(UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|UNABLE_TO_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*)$/

/** True when the error arose before a request can have been written. Anything unknown counts as later. */
export function isBeforeConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(isBeforeConnection)
  const { code, syscall } = error as NodeJS.ErrnoException // both are optional on any error
  return connectSyscalls.has(syscall ?? '') || handshakeCodes.test(code ?? '')
}

import type { Readable } from 'node:stream'
import { type Dispatcher, getGlobalDispatcher, request } from 'undici'
import type { z } from 'zod'
import { GraphError, GraphUnreachable, graphErrorOf } from './graph-error'
import type { GraphSettings } from './settings'
import { parseJson } from './shapes'

export interface GraphClient {
  call<Answer>(call: GraphCall, answer: z.ZodType<Answer>): Promise<Answer>
}

export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path after the API version, such as `['106540', 'messages']`. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly upload?: SizedRequestBody
  readonly signal?: AbortSignal | undefined
}

export interface SizedRequestBody {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: number
  readonly content: Readable | Buffer
}

const usualTimeoutMs = 30_000
/** The most bytes of an answer, to bound the memory. Pages of templates are the longest answers. */
const largestAnswer = 8 * 1024 * 1024
export const userAgent = 'Balcao/1'

/** The token is in a header and redirects are refused, so that no other host than the Graph API gets it. */
export function graphClient(settings: GraphSettings, token: string): GraphClient {
  const { url, version, dispatcher, timeoutMs = usualTimeoutMs } = settings
  return {
    async call({ method, path, query = {}, json, upload, signal }, answer) {
      const address = new URL(`${url}/${[version, ...path].map(segment).join('/')}`)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      const body = upload === undefined ? bodyOf(json) : upload
      const limit = AbortSignal.timeout(upload === undefined ? timeoutMs : 4 * timeoutMs)
      const { status, text, retryAfter } = await answerTo(dispatcher ?? getGlobalDispatcher(), address, {
        method,
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          authorization: `Bearer ${token}`,
          ...(body && { ...body.headers, 'content-length': String(body.bytes) }),
        },
        body: body?.content ?? null,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        headersTimeout: 0, // `limit` is the timeout of headers and body together
        bodyTimeout: 0,
      })
      const parsed = parseJson(text)
      const read = status >= 200 && status < 300 ? answer.safeParse(parsed) : null
      if (read?.success) return read.data
      throw graphErrorOf(status, parsed, retryAfter)
    },
  }
}

/** Encodes a part of the path. Ids come from forms and customers' messages, and must not lead to another path. */
function segment(part: string): string {
  if (part === '' || part === '.' || part === '..') throw new GraphError(400, 100, 33)
  return encodeURIComponent(part).replaceAll('%3A', ':') // keeps the colon of upload ids, `upload:…`
}

function bodyOf(json: unknown): SizedRequestBody | null {
  if (json === undefined) return null
  const content = Buffer.from(JSON.stringify(json))
  return { headers: { 'content-type': 'application/json' }, bytes: content.length, content }
}

type Options = NonNullable<Parameters<typeof request>[1]>

async function answerTo(
  dispatcher: Dispatcher,
  address: URL,
  options: Options,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  let hasBegun = false
  const noticing = dispatcher.compose((dispatch) => (call, handler) => {
    const begun = () => {
      hasBegun = true
    }
    return dispatch(call, noticingConnection(handler, begun))
  })
  try {
    const { statusCode, headers, body } = await request(address, { ...options, dispatcher: noticing })
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
    throw new GraphUnreachable(hasBegun, { cause: error })
  }
}

/** Calls `begun` right before undici writes the request. If an error comes earlier, Meta has received nothing. */
function noticingConnection(
  handler: Dispatcher.DispatchHandlers,
  begun: () => void,
): Dispatcher.DispatchHandlers {
  return {
    onConnect(abort) {
      begun()
      handler.onConnect?.(abort)
    },
    onError: (error) => handler.onError?.(error),
    onHeaders: (...facts) => handler.onHeaders?.(...facts) ?? true,
    onData: (part) => handler.onData?.(part) ?? true,
    onComplete: (trailers) => handler.onComplete?.(trailers),
    onBodySent: (...facts) => handler.onBodySent?.(...facts),
  }
}

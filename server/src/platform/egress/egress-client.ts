import { lookup as systemLookup } from 'node:dns/promises'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import {
  createCheckedConnector,
  createConnectorWithCertificate,
  isAllowedDestination,
  type ResolveHost,
  type TlsClientCertificate,
} from './connect-checked'
import { EgressFailure } from './egress-failure'
import { mayBePublicHost } from './public-address'

export interface EgressOptions {
  /** The maximum size of the answer. A longer answer is a failure and is not cut. */
  readonly maxBytes: number
  /** The time limit of the whole call, redirects and body included. */
  readonly timeoutMs: number
  /** Headers that are sent to the origin of the given address, and not after a redirect to another origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** False: a redirect is returned like any other answer. */
  readonly followsRedirects?: boolean
}

export interface EgressAnswer {
  readonly status: number
  /** The headers of the answer, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

export interface EgressClient {
  /** Sends a GET request and returns an answer of any status. Rejects with `EgressFailure` without an answer. */
  get(url: string, options: EgressOptions): Promise<EgressAnswer>
  /** Sends a POST request. Follows a redirect that keeps the body (307, 308) only within the same origin. */
  post(url: string, body: string | Uint8Array, options: EgressOptions): Promise<EgressAnswer>
  /** Sends a PUT request, with the redirects of `post`. */
  put(url: string, body: string | Uint8Array, options: EgressOptions): Promise<EgressAnswer>
  /**
   * Whether this URL may be called, as far as its text shows: there is no DNS query. The call itself also checks the
   * resolved address.
   */
  mayReach(url: string): boolean
  close(): Promise<void>
}

export interface EgressSettings {
  /** `host:port` pairs from the operator's settings that may be called although they are private. */
  readonly allow?: readonly string[]
  readonly allowedCa?: string | undefined
  readonly lookup?: ResolveHost
  readonly dial?: buildConnector.connector
  /** The client certificate for a host that requests one (mutual TLS). A client with it must call only that host. */
  readonly identity?: TlsClientCertificate | undefined
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

const MAX_REDIRECTS = 5
const HEADERS_TIMEOUT_MS = 15_000
const BODY_SILENCE_TIMEOUT_MS = 15_000

/**
 * Creates the HTTP client for all addresses that a user or an outsider can influence (security list E1). Each redirect
 * is checked like the first address. It stores no cookies, uses no proxy, and requests no compression, so that
 * `maxBytes` is exact.
 */
export function createEgressClient(settings: EgressSettings = {}): EgressClient {
  const agent = new Agent({
    connect: createCheckedConnector({
      allow: settings.allow ?? [],
      allowedCa: settings.allowedCa,
      lookup: settings.lookup ?? lookupAll,
      identity: settings.identity,
      dial: settings.dial ?? createConnectorWithCertificate(settings.identity),
    }),
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_SILENCE_TIMEOUT_MS,
  })
  const start = (method: Call['method'], url: string, body: Call['body'], options: EgressOptions) =>
    follow(agent, { method, url: outsideUrl(url), headers: options.headers ?? {}, body }, options)
  return {
    get: async (url, options) => start('GET', url, null, options),
    post: async (url, body, options) => start('POST', url, body, options),
    put: async (url, body, options) => start('PUT', url, body, options),
    mayReach: (text) => {
      const url = webAddress(text)
      return (
        url !== null && (isAllowedDestination(settings.allow ?? [], url) || mayBePublicHost(url.hostname))
      )
    },
    close: () => agent.destroy(),
  }
}

async function lookupAll(hostname: string): Promise<readonly string[]> {
  const answers = await systemLookup(hostname, { all: true })
  return answers.map((answer) => answer.address)
}

function outsideUrl(text: string, base?: URL): URL {
  const url = webAddress(text, base)
  if (url === null) throw new EgressFailure('address-refused', 'not an http or https address')
  if (url.username !== '' || url.password !== '') {
    throw new EgressFailure('address-refused', 'credentials in an address')
  }
  return url
}

/**
 * Parses a web address; null: the text is none. The URL parser converts a decimal, octal or hexadecimal IPv4 host to
 * the dotted form, which the check of addresses needs.
 */
function webAddress(text: string, base?: URL): URL | null {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

async function follow(agent: Agent, first: Call, options: EgressOptions): Promise<EgressAnswer> {
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  let call = first
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await send(agent, call, signal)
      const next = options.followsRedirects === false ? undefined : nextCall(call, answer)
      if (!next) return await finish(answer, options.maxBytes)
      await discard(answer)
      call = next
    }
  } catch (error) {
    throw asFailure(error, call.url, deadline, options.signal)
  }
  throw new EgressFailure('too-many-redirects', `more than ${MAX_REDIRECTS} redirects`)
}

function send(agent: Agent, call: Call, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return agent.request({
    origin: call.url.origin,
    path: `${call.url.pathname}${call.url.search}`,
    method: call.method,
    headers: { ...call.headers, 'accept-encoding': 'identity' },
    body: call.body,
    signal,
  })
}

function nextCall(call: Call, answer: Dispatcher.ResponseData): Call | undefined {
  const { location } = answer.headers
  if (![301, 302, 303, 307, 308].includes(answer.statusCode) || typeof location !== 'string') return undefined
  const url = outsideUrl(location, call.url)
  const isSameOrigin = url.origin === call.url.origin
  const headers = isSameOrigin ? call.headers : {}
  const keepsBody = call.body !== null && (answer.statusCode === 307 || answer.statusCode === 308)
  if (!keepsBody) return { method: 'GET', url, headers, body: null }
  if (!isSameOrigin)
    throw new EgressFailure('address-refused', 'a redirect would take the body to another host')
  return { ...call, url }
}

async function finish(answer: Dispatcher.ResponseData, maxBytes: number): Promise<EgressAnswer> {
  const announced = Number(answer.headers['content-length'] ?? 0)
  if (announced > maxBytes) {
    await discard(answer)
    throw tooLarge(maxBytes)
  }
  const bytes = await readLimited(answer.body, maxBytes)
  if (!bytes) throw tooLarge(maxBytes)
  return { status: answer.statusCode, headers: answer.headers, bytes }
}

function tooLarge(maxBytes: number): EgressFailure {
  return new EgressFailure('too-large', `the answer has more than ${maxBytes} bytes`)
}

/** Closes the socket of an answer whose body is not needed, however long it is. */
async function discard(answer: Dispatcher.ResponseData): Promise<void> {
  answer.body.on('error', () => {
    // Destroying an unread body reports this error, which no caller needs.
  })
  answer.body.destroy()
}

function asFailure(
  error: unknown,
  url: URL,
  deadline: AbortSignal,
  callerSignal: AbortSignal | undefined,
): EgressFailure {
  if (error instanceof EgressFailure) return error
  if (callerSignal?.aborted) return new EgressFailure('aborted', 'the caller gave up', { cause: error })
  const isTimeOut = deadline.aborted || (error instanceof Error && error.name.endsWith('TimeoutError'))
  if (isTimeOut) return new EgressFailure('timed-out', `${url.host} took too long`, { cause: error })
  return new EgressFailure('unreachable', `${url.host} could not be reached`, { cause: error })
}

/** Reads a stream to its end. Undefined: it exceeded the limit, and its source is destroyed. */
async function readLimited(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving this loop early destroys the source, so the rest is not downloaded.
  for await (const part of source) {
    size += part.length
    if (size > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

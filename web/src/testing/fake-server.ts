import { batchRequest } from '@balcao/contract/asked-together'
import type { EndpointCallAnswer } from '@balcao/contract/client'
import { batchRequestPath } from '@balcao/contract/client'
import type { Endpoint, ParsedInputOf } from '@balcao/contract/endpoint'
import { type ErrorCode, errorCodes } from '@balcao/contract/errors'
import { onTestFinished, vi } from 'vitest'

interface Inbound<E extends Endpoint = Endpoint> extends ParsedInputOf<E> {
  readonly token: string | null
  /** Whether the browser sent its cookies. */
  readonly withCookies: boolean
}
type Handler = (inbound: Inbound) => unknown

/** A refusal that a handler throws. */
class Refused extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** For handlers: `throw refused('ERR_NO_PERMISSION')`. */
export function refused(code: ErrorCode, data?: Record<string, unknown>): Error {
  return new Refused(errorCodes[code].status, data === undefined ? { error: code } : { error: code, data })
}

/** For handlers: an answer that the contract does not foresee, such as a text of the forms or a gateway's. */
export function failed(status: number, body: unknown): Error {
  return new Refused(status, body)
}

export interface FakeServer {
  /** Answers an endpoint; a later handler replaces an earlier one. */
  on<E extends Endpoint>(
    endpoint: E,
    handler: (inbound: Inbound<E>) => EndpointCallAnswer<E> | Promise<EndpointCallAnswer<E>>,
  ): FakeServer
  /** The inputs that an endpoint received, in order. */
  received<E extends Endpoint>(endpoint: E): Inbound<E>[]
}

/**
 * A server typed by the contract, in place of `fetch` until the test ends. Each input is parsed by the endpoint's own
 * schemas, so an invalid request fails here as on the real server; an endpoint without a handler answers 501.
 */
export function fakeServer(): FakeServer {
  const handlers = new Map<Endpoint, Handler>()
  const inbound: { readonly endpoint: Endpoint; readonly input: Inbound }[] = []

  async function answer(address: string, request: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://fake.test')
    if (url.pathname === batchRequestPath) return answerBatch(request)
    const found = findHandler(handlers, request.method ?? 'GET', url.pathname)
    if (found === undefined)
      return json(501, { error: `The fake server has no ${request.method} ${url.pathname}` })

    const input = readInput(found.endpoint, found.params, url, request)
    inbound.push({ endpoint: found.endpoint, input })
    try {
      return json(200, await found.handler(input))
    } catch (error) {
      if (error instanceof Refused) return json(error.status, error.body)
      throw error
    }
  }

  /** Answers each question of a batch as if it had come alone, as soon as it is ready. */
  async function answerBatch({ body, headers = {} }: RequestInit): Promise<Response> {
    const { questions } = batchRequest.parse(JSON.parse(String(body)))
    const { readable, writable } = new TransformStream<string, string>()
    const writer = writable.getWriter()
    const answers = questions.map(async (question, at) => {
      const alone = await answer(question, { headers })
      void writer.write(`${JSON.stringify({ at, status: alone.status, answer: await alone.json() })}\n`)
    })
    void Promise.all(answers).then(
      () => writer.close(),
      (cause) => writer.abort(cause),
    )
    return new Response(readable.pipeThrough(new TextEncoderStream()))
  }

  vi.stubGlobal('fetch', answer)
  onTestFinished(() => void vi.unstubAllGlobals())

  const server: FakeServer = {
    on(endpoint, handler) {
      handlers.set(endpoint, handler as Handler) // this endpoint's schemas have parsed its input
      return server
    },
    received<E extends Endpoint>(endpoint: E) {
      return inbound.filter((call) => call.endpoint === endpoint).map(({ input }) => input as Inbound<E>) // as above
    },
  }
  return server
}

function findHandler(handlers: ReadonlyMap<Endpoint, Handler>, method: string, path: string) {
  for (const [endpoint, handler] of handlers) {
    if (endpoint.method !== method) continue
    const names: string[] = []
    const shape = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      names.push(name)
      return '([^/]+)'
    })
    const match = new RegExp(`^${shape}/?$`).exec(path)
    if (match === null) continue
    const params = Object.fromEntries(
      names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]),
    )
    return { endpoint, handler, params }
  }
  return undefined
}

function readInput(endpoint: Endpoint, params: unknown, url: URL, request: RequestInit): Inbound {
  const { body, headers, credentials } = request
  return {
    params: endpoint.params.parse(params),
    query: endpoint.query.parse(Object.fromEntries(url.searchParams)),
    body: endpoint.body.parse(typeof body === 'string' ? JSON.parse(body) : {}),
    token: new Headers(headers).get('authorization')?.replace(/^Bearer /, '') ?? null,
    withCookies: credentials === 'include',
  }
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

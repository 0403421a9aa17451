import type { FastifyInstance } from 'fastify'
import type { Workplace } from '../work'

/**
 * The calls of an outside service to one address, which are no calls of the contract: the service decides their shape, and
 * signs the bytes of the body.
 */
export interface SignedRoute {
  readonly path: string
  /** Of a body. A longer one is refused with 413. */
  readonly maxBytes: number
  /** Answers the service's check that the address is ours. */
  verify(workplace: Workplace, query: Readonly<Record<string, string>>): Promise<PlainAnswer>
  receive(workplace: Workplace, call: SignedCall): Promise<PlainAnswer>
}

export interface SignedCall {
  /** As received. */
  readonly body: Buffer
  /** By lower-case names; a repeated header is joined. */
  readonly headers: Readonly<Record<string, string>>
}

export interface PlainAnswer {
  readonly status: 200 | 400 | 401 | 403 | 503
  readonly text: string
}

/** Calls that are received at the same time; the service repeats the others later. */
const atOnce = 64

/** Serves the routes in a scope of their own, which keeps bodies as bytes. */
export function serveSigned(
  app: FastifyInstance,
  routes: readonly SignedRoute[],
  workplace: Workplace,
): Promise<void> {
  return Promise.resolve(
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
      for (const route of routes) {
        let running = 0
        scope.get(route.path, async ({ query }, reply) =>
          send(reply, await route.verify(workplace, textsOf(query))),
        )
        scope.post(route.path, { bodyLimit: route.maxBytes }, async ({ body, headers }, reply) => {
          if (running >= atOnce) return send(reply, { status: 503, text: 'busy' })
          running++
          try {
            const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
            return await send(
              reply,
              await route.receive(workplace, { body: bytes, headers: textsOf(headers) }),
            )
          } finally {
            running--
          }
        })
      }
    }),
  ).then(() => undefined)
}

function send(
  reply: { code(status: number): { type(type: string): { send(text: string): unknown } } },
  { status, text }: PlainAnswer,
): unknown {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}

function textsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(values ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)] as const],
  )
  return Object.fromEntries(entries)
}

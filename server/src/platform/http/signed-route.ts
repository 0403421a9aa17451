import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Workplace } from '../work'

/**
 * The calls of an outside service to one address, which are no calls of the contract: the service decides their shape, and
 * signs the bytes of the body.
 */
export interface SignedRoute {
  readonly path: string
  /** Of a body. A longer one is refused with 413. */
  readonly maxBytes: number
  /** A call without such a header is refused with 401 before its body is read. Its name is in lower case. */
  readonly signature: { readonly header: string; readonly form: RegExp }
  /** Answers the service's check that the address is ours. */
  verify(workplace: Workplace, query: Readonly<Record<string, string>>): Promise<PlainTextAnswer>
  /** Asked once, when the server starts. */
  receiver(workplace: Workplace): (call: SignedCall) => Promise<PlainTextAnswer>
}

export interface SignedCall {
  /** As received. */
  readonly body: Buffer
  /** By lower-case names; a repeated header is joined. */
  readonly headers: Readonly<Record<string, string>>
}

export interface PlainTextAnswer {
  readonly status: 200 | 400 | 401 | 403 | 503
  readonly text: string
}

/** Calls that are received at the same time; the service repeats the others later. */
const atOnce = 64

const noSignature: PlainTextAnswer = { status: 401, text: 'no signature' }
const busy: PlainTextAnswer = { status: 503, text: 'busy' }

/** Serves the routes in a scope of their own, which keeps bodies as bytes. */
export async function serveSignedRoutes(
  app: FastifyInstance,
  routes: readonly SignedRoute[],
  workplace: Workplace,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    for (const route of routes) serve(scope, route, workplace)
  })
}

function serve(scope: FastifyInstance, route: SignedRoute, workplace: Workplace): void {
  const receive = route.receiver(workplace)
  let running = 0
  scope.get(route.path, async ({ query }, reply) =>
    send(reply, await route.verify(workplace, textsOf(query))),
  )
  scope.post(
    route.path,
    {
      bodyLimit: route.maxBytes,
      // Before the body is read: bodies of strangers must not fill the memory.
      async onRequest({ headers }, reply) {
        const { header, form } = route.signature
        if (!form.test(String(headers[header] ?? ''))) return send(reply, noSignature)
        if (running >= atOnce) return send(reply, busy)
        running++
        reply.raw.once('close', () => running--)
      },
    },
    async ({ body, headers }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      return send(reply, await receive({ body: bytes, headers: textsOf(headers) }))
    },
  )
}

function send(reply: FastifyReply, { status, text }: PlainTextAnswer): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}

function textsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(values ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)] as const],
  )
  return Object.fromEntries(entries)
}

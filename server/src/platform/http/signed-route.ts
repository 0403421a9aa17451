import type { FastifyInstance, FastifyReply } from 'fastify'
import { addToCount } from '../add-to-count'
import type { Workplace } from '../work'

/** An address that an outside service calls. The service decides the format, and signs the bytes of the body. */
export interface SignedRoute {
  readonly path: string
  /** A longer body is refused with 413. */
  readonly maxBytes: number
  /** The header with the signature, in lower case. A call without it in this form gets 401 before its body is read. */
  readonly signature: { readonly header: string; readonly form: RegExp }
  /** Answers the GET by which the service checks that this address belongs to us. */
  verify(workplace: Workplace, query: Readonly<Record<string, string>>): Promise<PlainTextAnswer>
  /** Returns the function that handles each call. It is called once, when the server starts. */
  receiver(workplace: Workplace): (call: SignedRouteCall) => Promise<PlainTextAnswer>
}

export interface SignedRouteCall {
  /** The body's bytes as received. */
  readonly body: Buffer
  /** Header values by lower-case name. The values of a repeated header are joined. */
  readonly headers: Readonly<Record<string, string>>
}

export interface PlainTextAnswer {
  readonly status: 200 | 400 | 401 | 403 | 503
  readonly text: string
}

/** The most concurrent calls. Further ones are refused, and the outside service repeats them later. */
const atOnce = 64
/** The most concurrent calls of one address. If it sends slowly, the other half remains for others. */
const atOnceOfAddress = 32

const noSignature: PlainTextAnswer = { status: 401, text: 'no signature' }
const busy: PlainTextAnswer = { status: 503, text: 'busy' }

/** Serves signed routes in a Fastify scope of their own, which leaves bodies unparsed for the signature. */
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
  const running = new Map<string, number>()
  let total = 0
  scope.get(route.path, async ({ query }, reply) =>
    send(reply, await route.verify(workplace, textsOf(query))),
  )
  scope.post(
    route.path,
    {
      bodyLimit: route.maxBytes,
      // Runs before the body is read, so that unsigned calls cannot fill the memory.
      async onRequest({ headers, ip }, reply) {
        const { header, form } = route.signature
        if (!form.test(String(headers[header] ?? ''))) return send(reply, noSignature)
        const ofAddress = running.get(ip) ?? 0
        if (total >= atOnce || ofAddress >= atOnceOfAddress) return send(reply, busy)
        total++
        addToCount(running, ip, 1)
        onceOver(reply, () => {
          total--
          addToCount(running, ip, -1)
        })
      },
    },
    async ({ body, headers }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      return send(reply, await receive({ body: bytes, headers: textsOf(headers) }))
    },
  )
}

/**
 * Runs `act` once, when the call ends. It listens to the socket too: if the connection closes while this answer waits
 * for an earlier answer, Node emits no `close` event on this answer.
 */
function onceOver({ raw: answer, request: { raw } }: FastifyReply, act: () => void): void {
  const { socket } = raw
  const end = () => {
    answer.off('close', end)
    socket.off('close', end)
    act()
  }
  answer.once('close', end)
  socket.once('close', end)
  if (socket.destroyed) end()
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

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NotConnected } from '@balcao/whatsapp/gateway'
import type { LiveLink, LiveLinks } from '../../features/connections/live-links.port'
import type { Clock } from '../../platform/clock'
import { createProcessCallVerifier, signProcessAnswer } from '../../platform/cluster/call-signature'
import { formatHostAndPort } from '../../platform/config'
import {
  readWhatsappLinkCallBody,
  serializeWhatsappLinkFailure,
  type WhatsappLinkAnswerBody,
  type WhatsappLinkCallArguments,
  type WhatsappLinkCallResult,
  type WhatsappLinkMethod,
  whatsappLinkCallBodySchema,
  whatsappLinkCallPath,
  whatsappLinkCallSignatureHeader,
  whatsappLinkCalls,
} from './link-calls'

export interface WhatsappLinkCallServer {
  /** The address of this server, `host:port`. */
  readonly address: string
  /** From now on answers calls for the WhatsApp links of process `nodeId`. Before that, all calls are refused. */
  answer(nodeId: number, ownLink: LiveLinks['ownLink']): void
  close(): Promise<void>
}

const limits = { requestTimeout: 5_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 }
const maxHeaderSize = 4 << 10
const maxConnections = 1_000

/** Opens a server with one route, `POST /links`, for calls signed by our processes. Others get 401 or 404. */
export async function openWhatsappLinkCallServer(
  { host, port }: { readonly host: string; readonly port: number },
  key: Buffer,
  clock: Pick<Clock, 'now'>,
): Promise<WhatsappLinkCallServer> {
  let isSigned: ReturnType<typeof createProcessCallVerifier> = () => false
  let ownLink: LiveLinks['ownLink'] = () => null

  const server = createServer({ ...limits, maxHeaderSize }, (request, reply) => {
    // A body that is too long, incomplete or unreadable closes the connection without an answer.
    respond(request, reply).catch(() => reply.destroy())
  })
  server.maxConnections = maxConnections
  // Without `exclusive`, the processes of `--processes` would share one port.
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening') // rejects when the server cannot listen
  const open = server.address() as AddressInfo // the server listens on a port, so its address is an object

  return {
    address: formatHostAndPort(host, open.port),
    answer(nodeId, links) {
      isSigned = createProcessCallVerifier(key, nodeId, clock)
      ownLink = links
    },
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }

  async function respond(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    reply.setHeader('connection', 'close')
    if (request.method !== 'POST' || request.url !== whatsappLinkCallPath) return end(reply, 404)
    const signature = String(request.headers[whatsappLinkCallSignatureHeader] ?? '')
    const body = await readWhatsappLinkCallBody(request)
    if (!isSigned(signature, body)) return end(reply, 401)
    const { companyId, connectionId, method, args } = whatsappLinkCallBodySchema.parse(JSON.parse(body))
    const answer = JSON.stringify(await answerOf(ownLink(companyId, connectionId), method, args))
    reply
      .writeHead(200, { [whatsappLinkCallSignatureHeader]: signProcessAnswer(key, signature, answer) })
      .end(answer)
  }
}

function end(reply: ServerResponse, status: number): void {
  reply.writeHead(status, { 'content-length': 0 }).end()
}

type Methods = {
  readonly [M in WhatsappLinkMethod]: (
    ...args: WhatsappLinkCallArguments<M>
  ) => Promise<WhatsappLinkCallResult<M>>
}

async function answerOf<M extends WhatsappLinkMethod>(
  link: LiveLink | null,
  method: M,
  args: readonly unknown[],
): Promise<WhatsappLinkAnswerBody> {
  try {
    if (link === null) throw new NotConnected('this process does not run the connection')
    const methods: Methods = link
    const call = whatsappLinkCalls[method]
    // The schema also drops data that callers do not need, such as the members of a group.
    return { result: call.result.parse(await methods[method](...call.args.parse(args))) }
  } catch (error) {
    return { failure: serializeWhatsappLinkFailure(error) }
  }
}

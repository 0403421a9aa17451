import type { IncomingMessage } from 'node:http'
import type { Server } from 'node:net'

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])
const LOOPBACK_PEERS = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Refuses to listen where others could connect: a client that reaches the simulator can read and send everything. */
export function requireLoopback(host: string): void {
  if (host !== '127.0.0.1' && host !== 'localhost') {
    throw new Error(`the simulator listens on 127.0.0.1 only, not on ${host}`)
  }
}

/** Listens on this machine only; rejects when the port is taken. */
export function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/**
 * True when a request comes from this machine and was meant for it. The Host header matters too: a page on the internet
 * can resolve its own name to 127.0.0.1 (DNS rebinding).
 */
export function isFromLoopback(request: IncomingMessage): boolean {
  const peer = request.socket.remoteAddress ?? ''
  return LOOPBACK_PEERS.has(peer) && LOOPBACK_HOSTS.has(hostNameOf(request.headers.host))
}

/** True when the sending page, if there is one, was itself served from this machine. */
export function isFromOwnPage(request: IncomingMessage): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}

function hostNameOf(host = ''): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

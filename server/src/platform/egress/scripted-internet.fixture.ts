import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectToNumericAddress, type ResolveHost } from './connect-checked'
import { createEgressClient, type EgressClient } from './egress-client'

export interface FakeInternet {
  readonly client: EgressClient
  /** The numeric addresses that sockets were opened to, in order. */
  readonly dialled: readonly string[]
  readonly requests: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]
  /** The server's port on loopback, for tests that address loopback themselves. */
  readonly port: number
  close(): Promise<void>
}

/**
 * A fake internet: every address that passes the check leads to one loopback server. Tests have no public address, so
 * sockets connect here and the chosen address is recorded.
 */
export async function startFakeInternet(
  listener: RequestListener,
  lookup: ResolveHost,
  allow: readonly string[] = [],
): Promise<FakeInternet> {
  const dialled: string[] = []
  const requests: FakeInternet['requests'][number][] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers })
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The cast is safe: `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo
  const client = createEgressClient({
    allow,
    lookup,
    dial: (target, callback) => {
      dialled.push(target.hostname)
      connectToNumericAddress({ ...target, hostname: '127.0.0.1', port: String(port) }, callback)
    },
  })
  const close = async () => {
    await client.close()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { client, dialled, requests, port, close }
}

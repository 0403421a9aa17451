import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { isAddressInNetworks } from './bound-connections'

/** The header with the id of a call. Trusted proxies may set it, and every answer has it. */
export const requestIdHeader = 'x-request-id'

/** The id of a call: a safe one of a trusted proxy, or a random one. Calls in a batch share the batch's id. */
export function requestIdOf(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const given = request.headers[requestIdHeader]
  const isSafe = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)
  return isSafe && isTrusted(request.socket, trustedProxies) ? given : randomUUID()
}

function isTrusted(socket: Socket, trustedProxies: readonly string[]): boolean {
  // not a real socket: this process made the call itself, inside a batch request
  if (!(socket instanceof Socket)) return true
  return isAddressInNetworks(socket.remoteAddress ?? '', trustedProxies)
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { isInNetworks } from './bound-connections'

/** Trusted proxies may set the id of a call, and every answer has it. */
export const requestIdHeader = 'x-request-id'

/** Uses a safe id of a trusted proxy, else a random one. Calls within a batch have the id of the batch. */
export function requestIdOf(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const given = request.headers[requestIdHeader]
  const isSafe = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)
  return isSafe && isTrusted(request.socket, trustedProxies) ? given : randomUUID()
}

function isTrusted(socket: Socket, trustedProxies: readonly string[]): boolean {
  if (!(socket instanceof Socket)) return true // this process made the call itself: answer-together.ts
  return isInNetworks(socket.remoteAddress ?? '', trustedProxies)
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { isInNetworks } from './bound-connections'

/** The header of the id of a call, in calls of trusted proxies and in every answer. */
export const requestIdHeader = 'x-request-id'

/**
 * The id by which an answer and its lines of the log belong together: the one that a listed proxy gave, if it has at most 64
 * letters, digits and `._-`, or a random one. A question of a batch has the id of its batch.
 */
export function requestIdOf(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const given = request.headers[requestIdHeader]
  const isSafe = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)
  return isSafe && isTrusted(request.socket, trustedProxies) ? given : randomUUID()
}

function isTrusted(socket: Socket, trustedProxies: readonly string[]): boolean {
  if (!(socket instanceof Socket)) return true // this process asks itself: answer-together.ts
  return isInNetworks(socket.remoteAddress ?? '', trustedProxies)
}

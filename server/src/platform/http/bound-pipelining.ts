import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers, proxies and API clients send the next request after reading the answer, or on another connection. */
export const mostUnanswered = 10

/**
 * Closes a connection with more unanswered requests than allowed. Node handles every pipelined request, also behind
 * an unread answer, and holds the answers in memory.
 */
export function boundPipelining(server: Server, most = mostUnanswered): void {
  const unanswered = new WeakMap<Socket, number>()

  function begin({ socket }: IncomingMessage, answer: ServerResponse): void {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > most) socket.destroy()
    answer.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  }

  // Socket.IO prepends itself to the existing listeners, so this one is added after all others.
  server.once('listening', () => server.prependListener('request', begin))
}

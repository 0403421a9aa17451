import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers, proxies and clients of the API send the next request when they have read the answer, or on another connection. */
export const mostUnanswered = 10

/**
 * Ends a connection with more requests on their way than so many. Node handles every request that a connection brings, also
 * those behind an answer that is not read, and keeps their answers in memory.
 */
export function boundPipelining(server: Server, most = mostUnanswered): void {
  const unanswered = new WeakMap<Socket, number>()

  function begin({ socket }: IncomingMessage, answer: ServerResponse): void {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > most) socket.destroy()
    answer.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  }

  // Socket.IO puts itself before the listeners that it finds, so this one is added when all others are there.
  server.once('listening', () => server.prependListener('request', begin))
}

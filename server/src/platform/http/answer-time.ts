import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** So long an answer may wait for a caller that takes none of it. */
export const unreadMilliseconds = 60_000

/**
 * Ends the connection of a caller that takes nothing of its answer: the answer, and the file that it is read from, would
 * be kept for ever. A caller that is slow, and an answer that is not written yet, have all the time that they need.
 *
 * Node reports a connection on which nothing was read or written for so long, and counts a part of a write as progress. It
 * reports it once more after the next read or write. Upgraded connections have no answer and are not bounded here.
 */
export function limitAnswerTime(server: Server, milliseconds = unreadMilliseconds): void {
  function begin(_: IncomingMessage, answer: ServerResponse): void {
    answer.setTimeout(milliseconds, () => {
      if ((answer.socket?.writableLength ?? 0) > 0) answer.socket?.destroy()
    })
  }

  // Socket.IO puts itself before the listeners that it finds, so this one is added when all others are there.
  server.once('listening', () => server.prependListener('request', begin))
}

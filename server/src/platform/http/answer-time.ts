import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The time without progress after which an unread answer is dropped. */
export const unreadAnswerMilliseconds = 60_000

/**
 * Closes the connection of a caller that does not read its answer. Otherwise the answer, and the file that it
 * streams, would be held for ever. A slow caller and an answer that is not written yet have no limit.
 *
 * Node's timeout event reports a connection without a read or write for this time, and a partial write counts as
 * progress. The event fires again after the next read or write. Upgraded connections have no answer and no limit
 * here.
 */
export function limitAnswerTime(server: Server, milliseconds = unreadAnswerMilliseconds): void {
  function begin(_: IncomingMessage, answer: ServerResponse): void {
    answer.setTimeout(milliseconds, () => {
      if ((answer.socket?.writableLength ?? 0) > 0) answer.socket?.destroy()
    })
  }

  // Socket.IO prepends itself to the existing listeners, so this one is added after all others.
  server.once('listening', () => server.prependListener('request', begin))
}

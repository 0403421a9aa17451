import { shareArrival, sharePageAfter } from '@balcao/contract/share'
import { limits } from '@balcao/domain/limits'
import type { FastifyInstance } from 'fastify'
import type { BodyTime } from './body-time'

/** Node's default for a whole request: about 7 Mbit/s for the largest share. */
const patienceMilliseconds = 300_000

/**
 * Redirects a share that no service worker took to the page, which reports it: the product was just installed, or the
 * request is forged. Accepts any caller and origin, because a phone's share has the origin `null`. The body is read
 * and dropped, since a browser follows the redirect only after sending all of it. A body beyond the size of any share
 * is cut off, and so is one that is not complete after five minutes.
 */
export function answerMissedShares(
  app: FastifyInstance,
  bodyTime: BodyTime,
  everywhere: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', async ({ method, url, raw }, reply) => {
    if (method !== 'POST' || url.split('?')[0] !== shareArrival) return

    let left: number = limits.share.bytes
    raw.on('data', (piece: Buffer) => {
      left -= piece.length
      if (left < 0) raw.destroy()
    })
    bodyTime.allow(raw, patienceMilliseconds)
    return reply
      .headers(everywhere)
      .header('cache-control', 'no-store')
      .redirect(sharePageAfter('missed'), 303)
  })
}

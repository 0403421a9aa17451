import { shareArrival, sharePageAfter } from '@balcao/contract/share'
import { limits } from '@balcao/domain/limits'
import type { FastifyInstance } from 'fastify'
import type { BodyTime } from './body-time'

/** As long as Node waits for a whole request where nobody says otherwise: some 7 Mbit/s for the largest share. */
const patienceMilliseconds = 300_000

/**
 * A share that no service worker took reaches us: the product was installed a moment ago, or somebody makes it up. It is
 * sent to the page, which says so, whoever asks and from wherever: a phone's share has the origin `null`. Nothing is read
 * of it. What it brings is let go piece by piece, since a browser follows an answer only once it has sent everything; one
 * that brings more than anybody shares is cut off, and so is one that has not come as a whole after five minutes.
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

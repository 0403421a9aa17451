import type { ConnectionView } from '@balcao/contract/connections'
import { minutesAndSeconds, shortMoment, timeOfDay } from '../../lib/dates'

/** The variables of the sentences. `context` chooses a variant, such as `network_next`. */
export function wordsOf(connection: ConnectionView, now: number): Record<string, unknown> {
  const { since, updatedAt, cause, lastTrafficAt, nextAttemptAt, qrExpiresAt } = connection
  const secondsLeft = qrExpiresAt === null ? 0 : (Date.parse(qrExpiresAt) - now) / 1_000
  return {
    context: contextOf(connection, secondsLeft),
    // A restriction begins and ends while the connection is open.
    since: shortMoment(cause === 'restricted' ? updatedAt : since, now),
    traffic: lastTrafficAt === null ? '' : shortMoment(lastTrafficAt, now),
    next: nextAttemptAt === null ? '' : timeOfDay(nextAttemptAt),
    left: qrExpiresAt === null ? '' : minutesAndSeconds(secondsLeft),
  }
}

const longLivedSeconds = 600

/** A long-lived code, like that of the demo, needs no countdown. */
export function isLongLived(secondsLeft: number): boolean {
  return secondsLeft > longLivedSeconds
}

/** `trying`: an automatic attempt is running, so no sentence may ask the person for one. */
function contextOf(
  { status, lastTrafficAt, nextAttemptAt }: ConnectionView,
  secondsLeft: number,
): string | undefined {
  if (status === 'qrcode' && isLongLived(secondsLeft)) return 'long'
  if (status === 'CONNECTED' && lastTrafficAt !== null) return 'traffic'
  if (nextAttemptAt !== null) return 'next'
  return status === 'OPENING' || status === 'TIMEOUT' ? 'trying' : undefined
}

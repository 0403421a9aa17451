import type { ConnectionView } from '@balcao/contract/connections'
import { minutesAndSeconds, timeOfDay, timeOrDateAndTime } from '../../lib/dates'

/** The variables of the text about a connection's state; `context` selects a variant, such as `network_next`. */
export function connectionSituationTextVariables(
  connection: ConnectionView,
  now: number,
): Record<string, unknown> {
  const { since, updatedAt, cause, lastTrafficAt, nextAttemptAt, qrExpiresAt } = connection
  const secondsLeft = qrExpiresAt === null ? 0 : (Date.parse(qrExpiresAt) - now) / 1_000
  return {
    context: contextOf(connection, secondsLeft),
    // A restriction does not change the connection's status, so `since` is then the time of the last update.
    since: timeOrDateAndTime(cause === 'restricted' ? updatedAt : since, now),
    traffic: lastTrafficAt === null ? '' : timeOrDateAndTime(lastTrafficAt, now),
    next: nextAttemptAt === null ? '' : timeOfDay(nextAttemptAt),
    left: qrExpiresAt === null ? '' : minutesAndSeconds(secondsLeft),
  }
}

const longLivedSeconds = 600

/** Whether a code is valid for so long that it needs no countdown. Demo installations issue such codes. */
export function isLongLivedQr(secondsLeft: number): boolean {
  return secondsLeft > longLivedSeconds
}

/** The variant of the text. `trying` means that an automatic attempt runs, so the text asks for no retry. */
function contextOf(
  { status, lastTrafficAt, nextAttemptAt }: ConnectionView,
  secondsLeft: number,
): string | undefined {
  if (status === 'qrcode' && isLongLivedQr(secondsLeft)) return 'long'
  if (status === 'CONNECTED' && lastTrafficAt !== null) return 'traffic'
  if (nextAttemptAt !== null) return 'next'
  return status === 'OPENING' || status === 'TIMEOUT' ? 'trying' : undefined
}

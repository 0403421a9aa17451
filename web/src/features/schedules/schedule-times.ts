import type { CompanyClock } from '../../lib/company-clock'

/** One hour from now (SCHED-08), in milliseconds. */
const defaultDelayMs = 3_600_000

/** The default time of a new schedule. */
export function defaultSendAt(now: number, clock: CompanyClock): string {
  return clock.toField(now + defaultDelayMs)
}

/** It was sent more than a minute after its time: the server, or the connection, was down. */
export function isLate({
  sendAt,
  sentAt,
}: {
  readonly sendAt: string
  readonly sentAt: string | null
}): boolean {
  return sentAt !== null && Date.parse(sentAt) - Date.parse(sendAt) > 60_000
}

import type { CompanyClock } from '../../lib/company-clock'

/** One hour from now (SCHED-08), in milliseconds. */
const ahead = 3_600_000

/** The default time of a new schedule. */
export function defaultSendAt(now: number, clock: CompanyClock): string {
  return clock.toField(now + ahead)
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

/** Tomorrow and next Monday at nine, in the field's format; on a Sunday that is one time. */
export function usualMoments(
  today: string,
): readonly { readonly name: 'tomorrow' | 'monday'; readonly moment: string }[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const daysToMonday = (8 - weekday) % 7 || 7
  const at = (days: number) =>
    `${new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)}T09:00`
  const tomorrow = { name: 'tomorrow' as const, moment: at(1) }
  return daysToMonday === 1 ? [tomorrow] : [tomorrow, { name: 'monday', moment: at(daysToMonday) }]
}

import type { ScheduleView } from '@balcao/contract/schedules'
import type { CompanyClock } from '../../lib/company-clock'

/** The default delay of a new schedule in milliseconds: one hour (SCHED-08). */
const defaultDelayMs = 3_600_000

export function defaultSendAt(now: number, clock: CompanyClock): string {
  return clock.toField(now + defaultDelayMs)
}

/** Whether a schedule was sent over a minute late, because the server or the connection was down. */
export function wasSentLate({ sendAt, sentAt }: Pick<ScheduleView, 'sendAt' | 'sentAt'>): boolean {
  return sentAt !== null && Date.parse(sentAt) - Date.parse(sendAt) > 60_000
}

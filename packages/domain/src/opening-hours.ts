import { subtractCalendarDays } from './days'
import type { SettingValue } from './settings'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** Opening hours of one weekday, in local time as `HH:MM`. From 00:00 to 00:00 means closed (QUEUE-04). */
export interface OpeningHours {
  readonly weekday: string
  readonly weekdayEn: Weekday
  readonly startTime: string
  readonly endTime: string
}

/** The opening hours of a new queue (QUEUE-03). Clients of the earlier API show `weekday` (QUEUE-04). */
export const defaultOpeningHours: readonly OpeningHours[] = [
  { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' },
  { weekday: 'Terça-feira', weekdayEn: 'tuesday', startTime: '08:00', endTime: '18:00' },
  { weekday: 'Quarta-feira', weekdayEn: 'wednesday', startTime: '08:00', endTime: '18:00' },
  { weekday: 'Quinta-feira', weekdayEn: 'thursday', startTime: '08:00', endTime: '18:00' },
  { weekday: 'Sexta-feira', weekdayEn: 'friday', startTime: '08:00', endTime: '18:00' },
  { weekday: 'Sábado', weekdayEn: 'saturday', startTime: '08:00', endTime: '12:00' },
  { weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' },
]

export interface BusinessHours {
  readonly mode: SettingValue<'scheduleType'>
  readonly companyHours: readonly OpeningHours[]
  /** The hours of the ticket's queue. Null without a queue, which counts as open if `mode` is `queue`. */
  readonly queueHours: readonly OpeningHours[] | null
  /** Days on which no shift begins. Only today and yesterday matter: a shift may end after midnight. */
  readonly holidays: readonly string[]
  readonly timeZone: string
}

/**
 * True when a shift is in progress. A shift belongs to the day on which it begins, and may end after
 * midnight; none begins on a holiday. A weekday without hours is open all day (docs/features/queues.md).
 */
export function isBusinessOpen(business: BusinessHours, at: Date): boolean {
  const hours = hoursInForce(business)
  if (hours === null) return true
  const { day, minute } = wallClock(at, business.timeZone)
  const yesterday = subtractCalendarDays(day, 1)
  const isFree = (one: string) => business.holidays.includes(one)
  return (
    (!isFree(yesterday) && shiftsOf(hours, yesterday).some((shift) => runsOver(shift, minute))) ||
    (!isFree(day) && isOpenOn(shiftsOf(hours, day), minute))
  )
}

function hoursInForce({ mode, companyHours, queueHours }: BusinessHours): readonly OpeningHours[] | null {
  switch (mode) {
    case 'disabled':
      return null
    case 'company':
      return companyHours
    case 'queue':
      return queueHours
  }
}

/** Minutes since midnight. When `until` is not after `from`, the shift ends on the next day. */
interface Shift {
  readonly from: number
  readonly until: number
}

function shiftsOf(hours: readonly OpeningHours[], day: string): readonly Shift[] {
  const weekday = weekdayOf(day)
  return hours.filter(({ weekdayEn }) => weekdayEn === weekday).map(shiftOf)
}

function shiftOf({ startTime, endTime }: OpeningHours): Shift {
  const until = minutesOf(endTime)
  // A form cannot express 24:00, so 23:59 as the end means midnight.
  return { from: minutesOf(startTime), until: until === 1439 ? 1440 : until }
}

function isOpenOn(shifts: readonly Shift[], minute: number): boolean {
  return shifts.length === 0 || shifts.some((shift) => shiftCovers(shift, minute))
}

function shiftCovers({ from, until }: Shift, minute: number): boolean {
  return from < until ? from <= minute && minute < until : from > until && from <= minute
}

function runsOver({ from, until }: Shift, minute: number): boolean {
  return from > until && minute < until
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function weekdayOf(day: string): Weekday {
  const fromSunday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekdays[(fromSunday + 6) % 7] ?? 'monday'
}

function wallClock(at: Date, timeZone: string): { readonly day: string; readonly minute: number } {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = clock.format(at).split(' ')
  return { day, minute: minutesOf(time) }
}

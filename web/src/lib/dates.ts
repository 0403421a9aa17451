import type { SessionUser } from '@balcao/contract/people'

const pad = (value: number) => String(value).padStart(2, '0')

type Moment = string | number | Date

/** A date and time in the browser's time zone: `20/11/26 10:24` (GEN-14). */
export function dateAndTime(moment: Moment): string {
  const at = new Date(moment)
  return `${pad(at.getDate())}/${pad(at.getMonth() + 1)}/${pad(at.getFullYear() % 100)} ${timeOfDay(at)}`
}

/** A time of day in the browser's time zone: `10:24`. */
export function timeOfDay(moment: Moment): string {
  const at = new Date(moment)
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** The time for today, `10:24`; otherwise the day, `20/11/2026` (TICKET-11). */
export function timeOrDate(moment: Moment, now: Moment): string {
  return isSameDay(moment, now) ? timeOfDay(moment) : fullDate(moment)
}

export function isSameDay(one: Moment, other: Moment): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

const daysOfTenYears = 3_650

type Subscription = Pick<SessionUser['company'], 'dueDate' | 'expires' | 'timeZone'>

/** Whether the subscription never ends, as for the company that runs the installation, which pays no invoices. */
export function isEndlessSubscription({ dueDate, expires, timeZone }: Subscription, now: number): boolean {
  return !expires && daysUntil(dueDate, now, timeZone) > daysOfTenYears
}

export function timeOrDateAndTime(moment: Moment, now: Moment): string {
  return isSameDay(moment, now) ? timeOfDay(moment) : dateAndTime(moment)
}

/** The day in `timeZone`, `20/11/2026`: a due date belongs to the company's calendar (AUTH-09). */
export function fullDate(moment: Moment, timeZone?: string): string {
  return fullDateIn(timeZone).format(new Date(moment))
}

/** Caches formatters by time zone: creating one costs a hundred times as much as using it. */
const fullDates = new Map<string | undefined, Intl.DateTimeFormat>()
function fullDateIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = fullDates.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  fullDates.set(timeZone, format)
  return format
}

/** A long date for the tooltip of a short one: `20 de novembro de 2026, 10:24`. */
export function longDateAndTime(moment: Moment, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(moment))
}

/** The calendar days from `now` to `moment` in `timeZone`: 0 on the same day, negative in the past. */
export function daysUntil(moment: Moment, now: Moment, timeZone: string): number {
  return (dayNumber(moment, timeZone) - dayNumber(now, timeZone)) / 86_400_000
}

function dayNumber(moment: Moment, timeZone: string): number {
  // The locale en-CA formats days as 2026-11-20, which `Date.parse` reads.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(moment))
  return Date.parse(`${day}T00:00:00Z`)
}

/** Seconds as minutes and seconds, `1:05`; never negative. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${pad(whole % 60)}`
}

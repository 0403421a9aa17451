import type { CompanyClock } from '../../lib/company-clock'

export const calendarViews = ['month', 'week', 'day', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Reads a day from a URL, as `2026-03-05`; null for an invalid day. */
export function readDayParam(written: string | null): string | null {
  if (written === null || !/^\d{4}-\d{2}-\d{2}$/.test(written)) return null
  const at = new Date(`${written}T00:00Z`)
  // Refuses a date such as February 31, which `Date` turns into a day of the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : null
}

/** The days that a view shows: a month has whole weeks from Sunday, the list only the days of the month. */
export function daysOfView(view: CalendarView, day: string): string[] {
  const { year, month, date, weekday } = partsOfDay(day)
  switch (view) {
    case 'day':
      return [day]
    case 'week':
      return daysFrom(year, month, date - weekday, 7)
    case 'list':
      return daysFrom(year, month, 1, lengthOf(year, month))
    case 'month': {
      const before = new Date(Date.UTC(year, month, 1)).getUTCDay()
      const weeks = Math.ceil((before + lengthOf(year, month)) / 7)
      return daysFrom(year, month, 1 - before, weeks * 7)
    }
  }
}

/** The selected day after a step. From the 31st, a month's step leads to the last day of a shorter month. */
export function dayAfterStep(view: CalendarView, day: string, steps: 1 | -1): string {
  const { year, month, date } = partsOfDay(day)
  if (view === 'day') return dayAt(year, month, date + steps)
  if (view === 'week') return dayAt(year, month, date + 7 * steps)
  return dayAt(year, month + steps, Math.min(date, lengthOf(year, month + steps)))
}

type Reading = Pick<CompanyClock, 'fromField' | 'timeOf' | 'dayOf'>

/** The instants at which the first of these days begins and the last one ends. */
export function timeRangeOfDays(
  days: readonly string[],
  { fromField }: Pick<Reading, 'fromField'>,
): { readonly from: string; readonly until: string } {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return { from: fromField(`${first}T00:00`), until: fromField(`${dayAfterStep('day', last, 1)}T00:00`) }
}

export function sameTimeOnDay(day: string, moment: string, { fromField, timeOf }: Reading): string {
  return fromField(`${day}T${timeOf(moment)}`)
}

export function groupByDay<Entry extends { readonly sendAt: string }>(
  entries: readonly Entry[],
  { dayOf }: Pick<Reading, 'dayOf'>,
): ReadonlyMap<string, readonly Entry[]> {
  const inOrder = entries.toSorted((one, other) => Date.parse(one.sendAt) - Date.parse(other.sendAt))
  const days = new Map<string, Entry[]>()
  for (const entry of inOrder) {
    const day = dayOf(entry.sendAt)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}

export function formatCalendarDay(day: string, language: string, as: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...as, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}

export function formatDayRange(days: readonly string[], language: string): string {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return words.formatRange(new Date(`${first}T00:00Z`), new Date(`${last}T00:00Z`))
}

// Calendar days have no time zone, so they are computed in UTC, where each day has 24 hours.
function partsOfDay(day: string) {
  const at = new Date(`${day}T00:00Z`)
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    date: at.getUTCDate(),
    weekday: at.getUTCDay(),
  }
}

function daysFrom(year: number, month: number, date: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayAt(year, month, date + at))
}

function dayAt(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
}

function lengthOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

import { fromField, toField } from './schedule-times'

export const calendarViews = ['month', 'week', 'day', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** A calendar day where the browser is, `2026-11-20`. */
export function dayOfMoment(moment: string | number): string {
  return toField(moment).slice(0, 10)
}

/** The days that a view shows around one: the month in whole weeks from Sunday, the week, the day, the month's own days. */
export function daysOf(view: CalendarView, day: string): string[] {
  const { year, month, date, weekday } = partsOf(day)
  switch (view) {
    case 'day':
      return [day]
    case 'week':
      return daysFrom(year, month, date - weekday, 7)
    case 'list':
      return daysFrom(year, month, 1, lengthOf(year, month))
    case 'month': {
      const before = new Date(year, month, 1).getDay()
      const weeks = Math.ceil((before + lengthOf(year, month)) / 7)
      return daysFrom(year, month, 1 - before, weeks * 7)
    }
  }
}

/** The day to stand on after a step of the view, forward or back. From the 31st a month's step goes to its last day. */
export function steppedDay(view: CalendarView, day: string, steps: 1 | -1): string {
  const { year, month, date } = partsOf(day)
  if (view === 'day') return dayAt(year, month, date + steps)
  if (view === 'week') return dayAt(year, month, date + 7 * steps)
  return dayAt(year, month + steps, Math.min(date, lengthOf(year, month + steps)))
}

/** The instants at which the days begin and end. */
export function boundsOf(days: readonly string[]): { readonly from: string; readonly until: string } {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return { from: fromField(`${first}T00:00`), until: fromField(`${steppedDay('day', last, 1)}T00:00`) }
}

/** The same time of another day. */
export function movedTo(day: string, moment: string): string {
  return fromField(`${day}${toField(moment).slice(10)}`)
}

function partsOf(day: string) {
  const at = new Date(`${day}T12:00`)
  return { year: at.getFullYear(), month: at.getMonth(), date: at.getDate(), weekday: at.getDay() }
}

function daysFrom(year: number, month: number, date: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayAt(year, month, date + at))
}

/** At noon, which every day has. */
function dayAt(year: number, month: number, date: number): string {
  return dayOfMoment(new Date(year, month, date, 12).getTime())
}

function lengthOf(year: number, month: number): number {
  return new Date(year, month + 1, 0).getDate()
}

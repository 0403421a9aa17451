/** The start (`from`, inclusive) and end (`until`, exclusive) of a calendar day in a time zone. */
export function dayRange(day: string, timeZone: string): { readonly from: Date; readonly until: Date } {
  const calendar = calendarOf(timeZone)
  return { from: startOfDay(day, calendar), until: startOfDay(subtractCalendarDays(day, -1), calendar) }
}

/** The calendar day of an instant in a time zone, as `2026-11-20`. */
export function dayOf(instant: Date, timeZone: string): string {
  return calendarOf(timeZone).format(instant)
}

/** A formatter of days. Callers reuse it: creating one costs as much as formatting fifty dates. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  // the Swedish format equals ISO 8601
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
}

export function subtractCalendarDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** The first instant of the day. When a clock change skips midnight, the day begins later. */
function startOfDay(day: string, calendar: Intl.DateTimeFormat): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`)
  const hour = 3_600_000
  // UTC offsets range from +14 to -12 hours, in steps of a quarter of an hour.
  for (let at = utcMidnight - 14 * hour; at <= utcMidnight + 13 * hour; at += hour / 4) {
    if (calendar.format(at) >= day) return new Date(at)
  }
  return new Date(utcMidnight)
}

/**
 * The instant of a local time such as `2026-11-20T13:00`. When a clock change skips it, the next existing
 * instant; when it occurs twice, the first.
 */
export function instantOfLocalTime(local: string, timeZone: string): Date {
  const wanted = Date.parse(`${local}Z`)
  const shown = shownBy(timeZone)
  // No zone changes its clocks twice within two days, so only these two offsets are possible.
  const offsets = [wanted - day, wanted + day].map((at) => shown(at) - at)
  const [first = wanted, last = first] = offsets
    .map((ahead) => wanted - ahead)
    .sort((one, other) => one - other)
  if (shown(first) === wanted) return new Date(first)
  return shown(last) === wanted ? new Date(last) : new Date(firstToShow(wanted, first, last, shown))
}

const second = 1_000
const day = 86_400_000

/** The first instant between `early` and `late` at which clocks show `wanted` or later. */
function firstToShow(wanted: number, early: number, late: number, shown: (at: number) => number): number {
  if (late - early <= second) return late
  const middle = early + Math.floor((late - early) / 2 / second) * second
  return shown(middle) < wanted
    ? firstToShow(wanted, middle, late, shown)
    : firstToShow(wanted, early, middle, shown)
}

/** Converts an instant to the zone's local time, encoded as if it were UTC. */
function shownBy(timeZone: string): (at: number) => number {
  const clock = localTimeFormatter(timeZone)
  return (at) => Date.parse(`${clock(at)}Z`) + (((at % second) + second) % second)
}

/**
 * A function that formats instants as local time, such as `2026-11-20T13:00:30`. Callers reuse it, because
 * creating its formatter is expensive.
 */
export function localTimeFormatter(timeZone: string): (at: Date | number) => string {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => shown.format(at).replace(' ', 'T')
}

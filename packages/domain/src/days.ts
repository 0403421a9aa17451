/** The instants at which a calendar day begins and ends in a time zone: `from` belongs to it, `until` does not. */
export function dayRange(day: string, timeZone: string): { readonly from: Date; readonly until: Date } {
  const calendar = calendarOf(timeZone)
  return { from: startOfDay(day, calendar), until: startOfDay(nextDay(day), calendar) }
}

/** The calendar day of an instant in a time zone, as `2026-11-20`. */
export function dayOf(instant: Date, timeZone: string): string {
  return calendarOf(timeZone).format(instant)
}

/** Creating a formatter costs as much as fifty formatted dates, so each caller creates one and reuses it. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish writes dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** The calendar day so many days earlier; 0 is the day itself. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** The first instant of the day. Where a change of clock skips midnight, the next existing instant. */
function startOfDay(day: string, calendar: Intl.DateTimeFormat): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`)
  const hour = 3_600_000
  // Zones lie between UTC+14 and UTC-12; quarter hours exist.
  for (let at = utcMidnight - 14 * hour; at <= utcMidnight + 13 * hour; at += hour / 4) {
    if (calendar.format(at) >= day) return new Date(at)
  }
  return new Date(utcMidnight)
}

/**
 * The instant of a local time in the zone, written as browsers do: `2026-11-20T13:00`. Where a change of clock skips
 * the time, the next existing one; where it exists twice, the first.
 */
export function instantOf(local: string, timeZone: string): Date {
  const wanted = Date.parse(`${local}Z`)
  const shown = shownBy(timeZone)
  // No zone changes twice within two days.
  const offsets = [wanted - day, wanted + day].map((at) => shown(at) - at)
  const [first = wanted, last = first] = offsets
    .map((ahead) => wanted - ahead)
    .sort((one, other) => one - other)
  if (shown(first) === wanted) return new Date(first)
  return shown(last) === wanted ? new Date(last) : new Date(firstToShow(wanted, first, last, shown))
}

const second = 1_000
const day = 86_400_000

/** The first of the instants between two at which clocks show `wanted` or later. */
function firstToShow(wanted: number, early: number, late: number, shown: (at: number) => number): number {
  if (late - early <= second) return late
  const middle = early + Math.floor((late - early) / 2 / second) * second
  return shown(middle) < wanted
    ? firstToShow(wanted, middle, late, shown)
    : firstToShow(wanted, early, middle, shown)
}

/** The local time of a zone, encoded as if it were UTC. */
function shownBy(timeZone: string): (at: number) => number {
  const clock = localClock(timeZone)
  return (at) => Date.parse(`${clock(at)}Z`) + (((at % second) + second) % second)
}

/**
 * Returns a function that formats instants as local time of a zone, as browsers' date fields do: `2026-11-20T13:00:30`.
 * Reuse it: creating a formatter is expensive.
 */
export function localClock(timeZone: string): (at: Date | number) => string {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => shown.format(at).replace(' ', 'T')
}

/** The instants at which a calendar day begins and ends in a time zone: `from` belongs to it, `until` does not. */
export function dayRange(day: string, timeZone: string): { readonly from: Date; readonly until: Date } {
  return { from: startOfDay(day, timeZone), until: startOfDay(nextDay(day), timeZone) }
}

/** The calendar day of an instant in a time zone, as `2026-11-20`. */
export function dayOf(instant: Date, timeZone: string): string {
  return calendarOf(timeZone).format(instant)
}

/** Making one takes as long as writing fifty dates with it. */
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

/** The first instant that bears the day: where midnight does not exist (a change of clock), the next that does. */
function startOfDay(day: string, timeZone: string): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`)
  const hour = 3_600_000
  const calendar = calendarOf(timeZone)
  // Zones lie between UTC+14 and UTC-12; quarter hours exist.
  for (let at = utcMidnight - 14 * hour; at <= utcMidnight + 13 * hour; at += hour / 4) {
    if (calendar.format(at) >= day) return new Date(at)
  }
  return new Date(utcMidnight)
}

/**
 * The instant at which clocks of the zone show this local time, as browsers write it: `2026-11-20T13:00`. A time that a
 * change of clock leaves out is taken as if it had not changed yet.
 */
export function instantOf(local: string, timeZone: string): Date {
  const wanted = Date.parse(`${local}Z`)
  const near = wanted - aheadOfUtc(wanted, timeZone)
  return new Date(wanted - aheadOfUtc(near, timeZone))
}

function aheadOfUtc(at: number, timeZone: string): number {
  const seconds = Math.floor(at / 1000) * 1000
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${shown.format(seconds).replace(' ', 'T')}Z`) - seconds
}

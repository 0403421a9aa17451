import { fullDate } from '../../lib/dates'

/** A calendar day as `25/12/2026`. */
export function formatDay(day: string): string {
  return fullDate(day, 'UTC')
}

/** The weekday of a calendar day: `sexta-feira`. */
export function weekdayName(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
}

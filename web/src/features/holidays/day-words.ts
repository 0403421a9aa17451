import { fullDate } from '../../lib/dates'

/** `25/12/2026` of a calendar day. */
export function shownDay(day: string): string {
  return fullDate(day, 'UTC')
}

/** `sexta-feira` of a calendar day. */
export function weekdayOfDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
}

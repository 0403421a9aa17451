import { fullDate } from '../../lib/dates'

export function formatDay(day: string): string {
  return fullDate(day, 'UTC')
}

export function weekdayName(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
}

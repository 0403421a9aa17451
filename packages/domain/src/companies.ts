import { dayOf } from './days'

/** Days of a new company's trial (AUTH-25). */
export const trialDays = 3
/** So long a company that is to be deleted is only disabled, and its deletion can be revoked (COMPANY-10). */
export const daysBeforeDeletion = 30
/** Of a company that nobody told us the time zone of. */
export const usualTimeZone = 'America/Sao_Paulo'

/** The day so many days later. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The colour of a company's row by whole days to its due date; null while there is time (COMPANY-04, COMPANY-05). */
export function dueColour(days: number): 'yellow' | 'orange' | 'red' | null {
  if (days > 5) return null
  if (days === 5) return 'yellow'
  return days > -4 ? 'orange' : 'red'
}

/** The day that a due date means: written as a day, or as an instant, which lies on a day of the company's calendar. */
export function dueDayOf(written: string, timeZone: string): string {
  return written.length === 10 ? written : dayOf(new Date(written), timeZone)
}

/** In which the server writes by itself; the words of the screens follow the browser. */
export const companyLanguages = ['pt-BR', 'en', 'es'] as const
export type CompanyLanguage = (typeof companyLanguages)[number]

/** The name of a time zone as this machine spells it; null where it knows none of that name. A difference (`+03:00`) is no
 *  name: PostgreSQL reads it the other way round. */
export function timeZoneNamed(written: string): string | null {
  if (!/^[a-z]/i.test(written)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {
    return null // a RangeError: no such zone
  }
}

/** A time zone that this machine knows; else the usual one. */
export function knownTimeZone(timeZone: string): string {
  return timeZoneNamed(timeZone) ?? usualTimeZone
}

import { dayOf } from './days'

/** Days of a new company's trial (AUTH-25). */
export const trialDays = 3
/** Days for which a company scheduled for deletion is only disabled, and the deletion can be revoked (COMPANY-10). */
export const daysBeforeDeletion = 30
/** The time zone of a company that has not chosen one. */
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

/** The day of a due date, which is written as a day or as an instant. An instant counts in the company's calendar. */
export function dueDayOf(written: string, timeZone: string): string {
  return written.length === 10 ? written : dayOf(new Date(written), timeZone)
}

/** The languages of the texts that the server writes. The texts of screens follow the browser. */
export const companyLanguages = ['pt-BR', 'en', 'es'] as const
export type CompanyLanguage = (typeof companyLanguages)[number]

/**
 * The canonical name of a time zone on this machine; null for an unknown name. An offset (`+03:00`) is refused:
 * PostgreSQL reads its sign the other way round.
 */
export function timeZoneNamed(written: string): string | null {
  if (!/^[a-z]/i.test(written)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {
    return null // a RangeError: no such zone
  }
}

/** The time zone if this machine knows it, else the default one. */
export function knownTimeZone(timeZone: string): string {
  return timeZoneNamed(timeZone) ?? usualTimeZone
}

import { dayOf, subtractCalendarDays } from './days'

/** The length of a new company's trial in days (AUTH-25). */
export const trialDays = 3
/** How long a deleted company is only disabled, and can be restored (COMPANY-10). */
export const companyDeletionDelayDays = 30
export const defaultTimeZone = 'America/Sao_Paulo'

export function addCalendarDays(day: string, days: number): string {
  return subtractCalendarDays(day, -days)
}

/** The colour of a due date so many days away; null when it is far (COMPANY-04, COMPANY-05). */
export function dueDateColour(days: number): 'yellow' | 'orange' | 'red' | null {
  if (days > 5) return null
  if (days === 5) return 'yellow'
  return days > -4 ? 'orange' : 'red'
}

/** The day of a due date, given as a day or as an instant, in the company's time zone. */
export function dueDayOf(written: string, timeZone: string): string {
  return written.length === 10 ? written : dayOf(new Date(written), timeZone)
}

/** The languages of a company's texts, which the server writes; screens follow the browser instead. */
export const companyLanguages = ['pt-BR', 'en', 'es'] as const
export type CompanyLanguage = (typeof companyLanguages)[number]

/**
 * The canonical name of a time zone, if this machine knows it. Offsets such as `+03:00` are refused:
 * PostgreSQL reads their sign the other way round.
 */
export function canonicalTimeZone(written: string): string | null {
  if (!/^[a-z]/i.test(written)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone
  } catch {
    return null // Intl throws a RangeError for an unknown time zone
  }
}

export function timeZoneOrDefault(timeZone: string): string {
  return canonicalTimeZone(timeZone) ?? defaultTimeZone
}

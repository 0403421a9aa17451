import { daysUntil } from '../../lib/dates'

interface Trial {
  readonly trialExpiration: string
  readonly isTrial: boolean
  readonly timeZone: string
}

/** Days between today and the last day of the trial, on the company's calendar, as its due date counts them (SUBSCR-12,
 *  decision 0060): 0 on the last day itself. Null without a trial. */
export function trialWords(
  { trialExpiration, isTrial, timeZone }: Trial,
  now: number,
): { readonly key: 'trialLeft' | 'trialToday' | 'trialOver'; readonly days: number } | null {
  if (!isTrial) return null
  const days = daysUntil(trialExpiration, now, timeZone)
  if (days === 0) return { key: 'trialToday', days }
  return { key: days > 0 ? 'trialLeft' : 'trialOver', days: Math.abs(days) }
}

import { limits } from '@balcao/domain/limits'
import type { TFunction } from 'i18next'
import { daysUntil } from '../../lib/dates'

interface Due {
  readonly dueDate: string
  readonly timeZone: string
  readonly expires: boolean
}

/**
 * The days until the subscription ends, 0 on its last day. Null with five or more days left, and after the
 * end (AUTH-10).
 */
export function daysUntilDueIfSoon({ dueDate, timeZone, expires }: Due, now: number): number | null {
  if (!expires) return null
  const days = daysUntil(dueDate, now, timeZone)
  return days < 0 || days >= limits.subscriptionWarningDays ? null : days
}

/** The warning after login when fewer than five days remain; null otherwise (AUTH-10, AUTH-11). */
export function dueSoonWarning(due: Due, now: number, t: TFunction<'auth'>): string | null {
  const days = daysUntilDueIfSoon(due, now)
  if (days === null) return null
  return days === 0 ? t('dueToday') : t('dueInDays', { count: days })
}

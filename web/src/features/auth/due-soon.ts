import { limits } from '@balcao/domain/limits'
import type { TFunction } from 'i18next'
import { daysUntil } from '../../lib/dates'

interface Due {
  readonly dueDate: string
  readonly timeZone: string
}

/** What to say after login when fewer than five days remain; null while there is time (AUTH-10, AUTH-11). */
export function dueSoon({ dueDate, timeZone }: Due, now: number, t: TFunction<'auth'>): string | null {
  const days = daysUntil(dueDate, now, timeZone)
  if (days < 0 || days >= limits.subscriptionWarningDays) return null
  return days === 0 ? t('dueToday') : t('dueInDays', { count: days })
}

import { useTranslation } from 'react-i18next'
import { fullDate } from '../../lib/dates'

/** Formats a day: `HOJE`, otherwise DD/MM/YYYY (CONVO-01). */
export function useFormatDay(): (at: string) => string {
  const { t } = useTranslation('messages')
  return (at) => (isSameDay(at, Date.now()) ? t('today') : fullDate(at))
}

function isSameDay(one: string, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

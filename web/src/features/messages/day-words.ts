import { useTranslation } from 'react-i18next'
import { fullDate, isSameDay } from '../../lib/dates'

/** Formats a day: `HOJE`, otherwise DD/MM/YYYY (CONVO-01). */
export function useFormatDay(): (at: string) => string {
  const { t } = useTranslation('messages')
  return (at) => (isSameDay(at, Date.now()) ? t('today') : fullDate(at))
}

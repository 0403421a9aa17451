import { useTranslation } from 'react-i18next'
import type { Range } from './range'

/** The range as a text: `01/11/2026 a 20/11/2026`. */
export function useRangeWords({ days, date_from, date_to }: Range): string {
  const { t } = useTranslation('dashboard')
  if (days !== undefined) return t('lastDays', { count: days })
  const [from, to] = [shown(date_from), shown(date_to)]
  if (to === '') return t('since', { from })
  if (from === '') return t('until', { to })
  return from === to ? from : t('fromTo', { from, to })
}

/** Formats a plain day as a text: as an instant it would shift with the browser's time zone. */
function shown(day = ''): string {
  return day.split('-').reverse().join('/')
}

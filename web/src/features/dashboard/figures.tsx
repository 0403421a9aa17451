import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { Button } from '../../ui/button'
import { formatIsoDate } from '../../ui/date-text'
import { ErrorState } from '../../ui/states'
import { useDashboardFigures } from './api/figures'
import { AttendantsTable } from './attendants'
import { DashboardCounters } from './counters'
import styles from './dashboard.module.css'
import { LoadingPlaceholder } from './placeholder'
import type { FiguresRange } from './range'

/** Shows the figures of a period. Loaded figures remain on screen when a refetch fails. */
export function DashboardFiguresSection({ range, today }: { range: FiguresRange; today: string }) {
  const { t } = useTranslation('dashboard')
  const { data, error, dataUpdatedAt, refetch } = useDashboardFigures(range)
  const words = useRangeWords(range)
  if (data === undefined && error !== null) {
    return <ErrorState title={t('figuresFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (data === undefined) {
    return (
      <div className={styles.loading}>
        <LoadingPlaceholder height={104} />
        <LoadingPlaceholder height={260} />
      </div>
    )
  }
  const { counters, now, attendants } = data
  const isQuiet = counters.supportFinished === 0 && counters.leads === 0
  return (
    <>
      <p className={styles.about} role="status">
        <span>{isQuiet ? t('quiet', { range: words }) : words}</span>
        <span>{t('readAt', { at: dateAndTime(dataUpdatedAt) })}</span>
      </p>
      {error !== null && (
        <p role="alert" className={styles.stale}>
          {t('stale')}
          <Button size="small" onClick={() => void refetch()} icon={RefreshCw}>
            {t('common:tryAgain')}
          </Button>
        </p>
      )}
      <DashboardCounters counters={counters} now={now} />
      <AttendantsTable attendants={attendants} range={range} today={today} />
    </>
  )
}

function useRangeWords({ days, date_from, date_to }: FiguresRange): string {
  const { t } = useTranslation('dashboard')
  if (days !== undefined) return t('lastDays', { count: days })
  const [from, to] = [formatIsoDate(date_from ?? ''), formatIsoDate(date_to ?? '')]
  if (to === '') return t('since', { from })
  if (from === '') return t('until', { to })
  return from === to ? from : t('fromTo', { from, to })
}

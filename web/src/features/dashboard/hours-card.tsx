import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { ErrorState } from '../../ui/states'
import { useTodaysTicketsByHour } from './api/figures'
import styles from './dashboard.module.css'
import hoursStyles from './hours.module.css'
import { TicketsByHourChart } from './hours-chart'
import { LoadingPlaceholder } from './placeholder'

export function TicketsByHourCard({ now, today }: { now: number; today: string }) {
  const { t } = useTranslation('dashboard')
  const { timeZone } = useUser().company
  const [isTable, setTable] = useState(false)
  const { data, error, refetch } = useTodaysTicketsByHour(today)
  const hourNow = data?.date === today ? hourOf(now, timeZone) : null
  return (
    <section className={styles.card} aria-labelledby="hours">
      <div className={styles.headline}>
        <h2 id="hours" className={styles.title}>
          {t('hours')}
          {data !== undefined && <span className={styles.total}>{t('soFar', { count: data.count })}</span>}
        </h2>
        {data !== undefined && (
          <Button
            kind="quiet"
            size="small"
            icon={isTable ? ChartColumn : Table2}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? 'asChart' : 'asTable')}
          </Button>
        )}
      </div>
      {data !== undefined ? (
        isTable ? (
          <HoursTable hours={data.hours} />
        ) : (
          <TicketsByHourChart hours={data.hours} hourNow={hourNow} />
        )
      ) : error !== null ? (
        <ErrorState title={t('hoursFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingPlaceholder height={248} />
      )}
    </section>
  )
}

function hourOf(moment: number, timeZone: string): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(moment),
  )
}

function HoursTable({ hours }: { hours: readonly number[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <table className={hoursStyles.table} aria-labelledby="hours">
      <thead>
        <tr>
          <th scope="col">{t('hour')}</th>
          <th scope="col">{t('ticketsOfHour')}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map((count, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
          <tr key={hour}>
            <th scope="row">{hour}h</th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { useTranslation } from 'react-i18next'
import styles from './hours.module.css'

interface HoursChartProps {
  readonly hours: readonly number[]
  /** The current hour, which is not over; null for another day. */
  readonly hourNow: number | null
}

/** One bar for each hour. For screen readers the chart is a picture whose label contains the figures. */
export function TicketsByHourChart({ hours, hourNow }: HoursChartProps) {
  const { t } = useTranslation('dashboard')
  const lines = chartGridLinesFor(Math.max(...hours))
  const top = lines.at(-1) ?? 1
  const share = (count: number) => `${(100 * count) / top}%`
  const words = hours.flatMap((count, hour) => (count === 0 ? [] : [t('atHour', { hour, count })]))
  return (
    <div
      role="img"
      aria-label={words.length === 0 ? t('noneToday') : `${t('hours')}: ${words.join(', ')}`}
      className={styles.chart}
    >
      <div className={styles.plot}>
        {lines.map((line) => (
          <span key={line} className={styles.line} style={{ bottom: share(line) }}>
            <i>{line}</i>
          </span>
        ))}
        {words.length === 0 && <p className={styles.none}>{t('noneToday')}</p>}
        <div className={styles.bars}>
          {hours.map((count, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
            <span key={hour} className={styles.slot} data-testid="hour" data-count={count}>
              {count > 0 && <b>{count}</b>}
              <span className={styles.bar} data-now={hour === hourNow} style={{ height: share(count) }} />
            </span>
          ))}
        </div>
      </div>
      <div className={styles.axis}>
        {hours.map((_, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={hour} data-now={hour === hourNow}>
            {hour}h
          </span>
        ))}
      </div>
    </div>
  )
}

export function chartGridLinesFor(highest: number): number[] {
  const step = stepFor(Math.max(1, highest) / 4)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, line) => line * step)
}

/** The smallest step of the series 1, 2, 5, 10, 20, 50 … that is at least this large. */
function stepFor(least: number): number {
  const ten = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  return [1, 2, 5, 10].map((part) => part * ten).find((step) => step >= least) ?? ten
}

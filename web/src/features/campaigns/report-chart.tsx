import type { CampaignFigures } from '@balcao/contract/campaigns'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import styles from './report.module.css'

/** The minimum width of the chart, in pixels. */
const leastWidth = 280
/** The maximum width of one bar, in pixels. */
const partWidth = 32

/** A campaign's progress over time. For screen readers it is a picture whose label contains the figures. */
export function CampaignReportChart({ figures: { series, stepSeconds } }: { figures: CampaignFigures }) {
  const { t } = useTranslation('campaigns')
  const clock = useCompanyClock()
  const highest = Math.max(0, ...series.map(({ shipped, failed }) => shipped + failed))
  const words = series
    .filter(({ shipped, failed }) => shipped + failed > 0)
    .map(({ at, shipped, failed }) => t('seriesPart', { when: clock.shown(at), shipped, failed }))
  const [first, last] = [series[0], series.at(-1)]
  const isOfDays = first !== undefined && last !== undefined && clock.dayOf(first.at) !== clock.dayOf(last.at)
  const end = last === undefined ? 0 : Date.parse(last.at) + stepSeconds * 1000
  // The steps of a short campaign are shorter than a minute.
  const hasSeconds = stepSeconds < 60
  const label = (at: string | number) =>
    isOfDays ? clock.shown(at) : hasSeconds ? `${clock.timeOf(at)}:${secondsOf(at)}` : clock.timeOf(at)
  const scale = highest > 1 ? [highest, Math.round(highest / 2), 0] : [highest, 0]
  return (
    <section className={styles.card}>
      <h3 className={styles.title}>{t('overTime')}</h3>
      {highest === 0 || first === undefined || last === undefined ? (
        <p className={styles.small}>{t('noSeries')}</p>
      ) : (
        <div style={{ maxWidth: Math.max(leastWidth, series.length * partWidth) }}>
          <div className={styles.plot}>
            <div className={styles.scale} aria-hidden>
              {scale.map((value) => (
                <span key={value}>{value}</span>
              ))}
            </div>
            <div role="img" aria-label={words.join('; ')} className={styles.bars}>
              {series.map(({ at, shipped, failed }) => (
                <span
                  key={at}
                  className={styles.slot}
                  title={t('seriesPart', { when: label(at), shipped, failed })}
                >
                  <i data-kind="failed" style={{ height: `${(failed / highest) * 100}%` }} />
                  <i data-kind="shipped" style={{ height: `${(shipped / highest) * 100}%` }} />
                </span>
              ))}
            </div>
          </div>
          <p className={styles.axis}>
            <span>{label(first.at)}</span>
            <span className={styles.legend}>
              <i data-kind="shipped" /> {t('series.shipped')} <i data-kind="failed" /> {t('series.failed')}
            </span>
            <span>{label(end)}</span>
          </p>
        </div>
      )}
    </section>
  )
}

function secondsOf(at: string | number): string {
  return String(new Date(at).getUTCSeconds()).padStart(2, '0')
}

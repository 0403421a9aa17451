import { useTranslation } from 'react-i18next'
import styles from './hours.module.css'

/** The figures of the chart as a table. */
export function HoursTable({ hours }: { hours: readonly number[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <table className={styles.table} aria-labelledby="hours">
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

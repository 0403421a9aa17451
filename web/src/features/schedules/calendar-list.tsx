import type { ScheduleView } from '@balcao/contract/schedules'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states'
import styles from './calendar.module.css'
import { ScheduleItem } from './schedule-item'

/** The schedules in a list, by time. */
export function CalendarList({ schedules }: { schedules: readonly ScheduleView[] }) {
  const { t } = useTranslation('schedules')
  if (schedules.length === 0)
    return <EmptyState icon={CalendarClock} title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ol className={styles.list} aria-label={t('title')}>
      {schedules.map((schedule) => (
        <li key={schedule.id}>
          <h3>{schedule.contact.name}</h3>
          <ul>
            <ScheduleItem schedule={schedule} isElsewhere />
          </ul>
        </li>
      ))}
    </ol>
  )
}

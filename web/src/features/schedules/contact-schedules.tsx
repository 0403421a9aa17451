import { createSchedule, type ScheduleView } from '@balcao/contract/schedules'
import type { ContactId } from '@balcao/domain/ids'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import { useMayCall } from '../../lib/session'
import { useHasElapsed } from '../../lib/timers'
import { PanelFailure, PanelSection, PanelStatusText, PanelTextButton } from '../../ui/side-panel'
import { useContactSchedules } from './api/schedules'
import { ScheduleDialog } from './schedule-dialog'
import { ScheduleItem } from './schedule-item'
import styles from './schedules.module.css'

interface ContactSchedulesProps {
  readonly contact: ContactChoice
  /** The contact is deleted, so it gets no new schedule. */
  readonly isRemoved: boolean
}

export function ContactSchedules({ contact, isRemoved }: ContactSchedulesProps) {
  const { t } = useTranslation('schedules')
  const [isNew, setNew] = useState(false)
  const mayAdd = useMayCall(createSchedule) && !isRemoved
  return (
    <PanelSection
      title={t('title')}
      action={
        mayAdd && (
          <PanelTextButton label={t('newTitle')} onClick={() => setNew(true)}>
            {t('new')}
          </PanelTextButton>
        )
      }
    >
      <Schedules contactId={contact.id} />
      {isNew && <ScheduleDialog contact={contact} onClose={() => setNew(false)} />}
    </PanelSection>
  )
}

function Schedules({ contactId }: { contactId: ContactId }) {
  const { t } = useTranslation('schedules')
  const { data, error, refetch } = useContactSchedules(contactId)
  const isSlow = useHasElapsed(150)
  if (data === undefined) {
    if (error !== null) return <PanelFailure text={t('loadFailed')} onRetry={() => void refetch()} />
    return isSlow && <PanelStatusText>{t('common:loading')}</PanelStatusText>
  }
  if (data.schedules.length === 0) return <PanelStatusText>{t('none')}</PanelStatusText>
  return (
    <>
      <ul className={styles.schedules} aria-label={t('title')}>
        {sortSchedules(data.schedules).map((schedule) => (
          <ScheduleItem key={schedule.id} schedule={schedule} />
        ))}
      </ul>
      {data.hasMore && <PanelStatusText>{t('onlyLatest')}</PanelStatusText>}
    </>
  )
}

/** Pending and sending schedules first, the next one on top; then sent and failed ones, the latest on top. */
export function sortSchedules(schedules: readonly ScheduleView[]): ScheduleView[] {
  const waits = ({ status }: ScheduleView) => status === 'PENDENTE'
  return [
    ...schedules.filter(waits).sort((one, other) => one.sendAt.localeCompare(other.sendAt)),
    ...schedules.filter((one) => !waits(one)).sort((one, other) => other.sendAt.localeCompare(one.sendAt)),
  ]
}

import type { ScheduleView } from '@balcao/contract/schedules'
import { mayChangeSchedule } from '@balcao/domain/schedules'
import { Eye, Image, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { useDeleteSchedule } from './api/delete-schedule'
import { ScheduleDialog } from './schedule-dialog'
import { ScheduleStatusPill } from './schedule-status'
import styles from './schedules.module.css'

/** One message of the future, or of the past: its words, when, what became of it, and what can be done. */
export function ScheduleItem({ schedule }: { schedule: ScheduleView }) {
  const { t, i18n } = useTranslation('schedules')
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { mutateAsync } = useDeleteSchedule(schedule)
  const { body, sendAt, status, failure, mediaName } = schedule
  const mayChange = mayChangeSchedule(schedule)
  const ShowIcon = mayChange ? Pencil : Eye
  const close = () => setDialog(null)
  return (
    <li className={styles.schedule}>
      <div className={styles.what}>
        <p className={styles.body}>{body}</p>
        {mediaName !== null && (
          <p className={styles.file}>
            <Image size={14} strokeWidth={1.75} aria-hidden /> <span>{mediaName}</span>
          </p>
        )}
        <p className={styles.when}>
          <time dateTime={sendAt} title={longDateAndTime(sendAt, i18n.language)}>
            {dateAndTime(sendAt)}
          </time>
          <ScheduleStatusPill status={status} />
        </p>
        {status === 'ERRO' && failure !== null && (
          <p className={styles.failure}>{t(`errors:${failure}`, { defaultValue: t('errors:unknown') })}</p>
        )}
      </div>
      <div className={styles.acts}>
        <IconButton label={t(mayChange ? 'edit' : 'show')} onClick={() => setDialog('edit')}>
          <ShowIcon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label={t('delete')} onClick={() => setDialog('delete')}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      {dialog === 'edit' && (
        <ScheduleDialog schedule={schedule} contact={contactOf(schedule)} onClose={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('common:confirmDelete')}
          confirm={t('delete')}
          destroys
          onConfirm={() => mutateAsync()}
          onClose={close}
        >
          {t(status === 'PENDENTE' ? 'deleteMeaning' : 'deleteDoneMeaning', {
            name: schedule.contact.name,
            moment: dateAndTime(sendAt),
          })}
        </ConfirmDialog>
      )}
    </li>
  )
}

/** A schedule knows its contact by name only. */
function contactOf({ contact }: ScheduleView) {
  return { ...contact, number: '' }
}

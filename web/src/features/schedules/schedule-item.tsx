import type { ScheduleView } from '@balcao/contract/schedules'
import { mayChangeSchedule } from '@balcao/domain/schedules'
import Button from '@mui/material/Button'
import { Eye, Image, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { zoneWords } from '../../lib/zone-words'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { useSendNow } from './api/calendar'
import { useDeleteSchedule } from './api/delete-schedule'
import { ScheduleDialog } from './schedule-dialog'
import { ScheduleStatusPill } from './schedule-status'
import { isLate } from './schedule-times'
import styles from './schedules.module.css'

/** One message of the future, or of the past: its words, when, what became of it, and what can be done. */
export function ScheduleItem({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation('schedules')
  const clock = useCompanyClock()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { mutateAsync } = useDeleteSchedule(schedule)
  const sendNow = useSendNow(schedule)
  const { body, sendAt, sentAt, status, failure, mediaName, user } = schedule
  const moment = clock.shown(sendAt)
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
          <time dateTime={sendAt} title={t('zone', { timeZone: zoneWords(clock.timeZone) })}>
            {moment}
          </time>
          <ScheduleStatusPill status={status} />
          {user !== null && <span>{user.name}</span>}
        </p>
        {sentAt !== null && isLate(schedule) && (
          <p className={styles.file}>{t('sentLate', { moment: clock.shown(sentAt) })}</p>
        )}
        {status === 'ERRO' && failure !== null && (
          <p className={styles.failure}>{t(`errors:${failure}`, { defaultValue: t('errors:unknown') })}</p>
        )}
        {status === 'ERRO' && (
          <Button
            className={styles.sendNow ?? ''}
            size="small"
            variant="outlined"
            disabled={sendNow.isPending}
            onClick={() => sendNow.mutate()}
          >
            {t('sendNow')}
          </Button>
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
            moment,
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

import { retrySchedule, type ScheduleView, updateSchedule } from '@balcao/contract/schedules'
import { mayChangeSchedule, type ScheduleState, scheduleState } from '@balcao/domain/schedules'
import {
  CalendarClock,
  CheckCheck,
  CircleAlert,
  Eye,
  Image,
  MessageSquareText,
  Paperclip,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCompanyClock } from '../../lib/company-clock'
import { useMayCall } from '../../lib/session'
import { timeZoneName } from '../../lib/zone-words'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { Pill } from '../../ui/pill'
import { useDeleteSchedule, useRetrySchedule } from './api/schedules'
import { ScheduleDialog } from './schedule-dialog'
import { wasSentLate } from './schedule-times'
import styles from './schedules.module.css'

const pillsByState = {
  PENDENTE: { tone: 'info', icon: CalendarClock },
  SAINDO: { tone: 'warn', icon: Send },
  ENVIADA: { tone: 'ok', icon: CheckCheck },
  ERRO: { tone: 'bad', icon: CircleAlert },
} as const

interface ScheduleItemProps {
  readonly schedule: ScheduleView
  /** The item links to the conversation, because it is shown on a page without the conversation. */
  readonly isElsewhere?: boolean
}

export function ScheduleItem({ schedule, isElsewhere = false }: ScheduleItemProps) {
  const { t, i18n } = useTranslation('schedules')
  const clock = useCompanyClock()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { mutateAsync } = useDeleteSchedule(schedule)
  const retry = useRetrySchedule(schedule)
  const { body, sentBody, sendAt, sentAt, failure, mediaName, user, ticketUuid, template } = schedule
  const state = scheduleState(schedule)
  const moment = clock.shown(sendAt)
  const mayChange = useMayCall(updateSchedule) && mayChangeSchedule(state)
  const mayRetry = useMayCall(retrySchedule)
  const FileIcon = schedule.mediaType === 'image' ? Image : Paperclip
  const ShowIcon = mayChange ? Pencil : Eye
  const close = () => setDialog(null)
  return (
    <li className={styles.schedule}>
      <div className={styles.what}>
        <p className={styles.body}>{sentBody ?? body}</p>
        {template !== null && (
          <p className={styles.file}>
            <MessageSquareText size={14} strokeWidth={1.75} aria-hidden /> <span>{t('kinds.template')}</span>
          </p>
        )}
        {template?.templateId === null && state === 'PENDENTE' && (
          <p className={styles.failure}>{t('errors:ERR_TEMPLATE_SEND_deleted')}</p>
        )}
        {mediaName !== null && (
          <p className={styles.file}>
            <FileIcon size={14} strokeWidth={1.75} aria-hidden /> <span>{mediaName}</span>
          </p>
        )}
        <p className={styles.when}>
          <time
            dateTime={sendAt}
            title={t('zone', { timeZone: timeZoneName(clock.timeZone, i18n.language) })}
          >
            {moment}
          </time>
          <Pill {...pillsByState[state]}>{t(`statuses.${state}`)}</Pill>
          {user !== null && <span>{user.name}</span>}
          {isElsewhere && ticketUuid !== null && (
            <Link to={`/tickets/${ticketUuid}`}>{t('openConversation')}</Link>
          )}
        </p>
        {sentAt !== null && wasSentLate(schedule) && (
          <p className={styles.file}>{t('sentLate', { moment: clock.shown(sentAt) })}</p>
        )}
        {state === 'SAINDO' && <p className={styles.file}>{t('leavingMeaning')}</p>}
        {state === 'ERRO' && failure !== null && (
          <p className={styles.failure}>{t(`errors:${failure}`, { defaultValue: t('errors:unknown') })}</p>
        )}
        {state === 'ERRO' && mayRetry && (
          <Button
            className={styles.retry}
            size="small"
            disabled={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('retry')}
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
        // A schedule contains only the id and name of its contact, so the number is empty.
        <ScheduleDialog schedule={schedule} contact={{ ...schedule.contact, number: '' }} onClose={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('common:confirmDelete')}
          confirm={t('delete')}
          destroys
          onConfirm={() => mutateAsync()}
          onClose={close}
        >
          {t(deleteMeanings[state], { name: schedule.contact.name, moment })}
        </ConfirmDialog>
      )}
    </li>
  )
}

const deleteMeanings = {
  PENDENTE: 'deleteMeaning',
  SAINDO: 'deleteLeavingMeaning',
  ENVIADA: 'deleteDoneMeaning',
  ERRO: 'deleteDoneMeaning',
} as const satisfies Record<ScheduleState, string>

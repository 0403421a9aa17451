import type { HandoverView } from '@balcao/contract/handovers'
import { ArrowRightLeft, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMarkHandoverSeen, useUnseenHandovers } from '../../features/tickets/api/handovers'
import type { NotificationGroup } from '../../features/tickets/notifications'
import { dateAndTime } from '../../lib/dates'
import { Avatar } from '../../ui/avatar'
import { IconButton } from '../../ui/icon-button'
import { focusNextNotificationLine } from './focus-next-line'
import styles from './news-lines.module.css'

/** Tickets that colleagues transferred to this person and that the person has not opened. */
export function useHandoverNotifications(): NotificationGroup | null {
  const { t } = useTranslation('shell')
  const handovers = useUnseenHandovers()
  if (handovers.length === 0) return null
  return {
    kind: 'handovers',
    count: handovers.length,
    words: t('handovers.wait', { count: handovers.length }),
    line: (onGone) => (
      <ul className={styles.list} aria-label={t('handovers.title')}>
        {handovers.map((handover) => (
          <HandoverLine key={handover.ticketId} handover={handover} onGone={onGone} />
        ))}
      </ul>
    ),
  }
}

function HandoverLine({ handover, onGone }: { handover: HandoverView; onGone: () => void }) {
  const { t } = useTranslation('shell')
  const { mutate, isPending } = useMarkHandoverSeen()
  const { ticketId, ticketUuid, by, contactName: contact, note, at } = handover
  return (
    <li className={styles.line}>
      <Link to={`/tickets/${ticketUuid}`} className={styles.link ?? ''} onClick={onGone}>
        <span className={styles.face}>
          <Avatar name={by.name} seed={by.id} size={36} />
          <ArrowRightLeft size={14} strokeWidth={2.25} aria-hidden />
        </span>
        <span className={styles.words}>
          <b>{t('handovers.by', { by: by.name, contact })}</b>
          {note !== null && <span>{note}</span>}
          <time dateTime={at}>{dateAndTime(at)}</time>
        </span>
      </Link>
      <IconButton
        label={t('handovers.seen', { by: by.name, contact })}
        disabled={isPending}
        onClick={({ currentTarget }) => {
          focusNextNotificationLine(currentTarget)
          mutate(ticketId)
        }}
      >
        <Check size={18} strokeWidth={2} aria-hidden />
      </IconButton>
    </li>
  )
}

import type { HandoverView } from '@balcao/contract/handovers'
import { ArrowRightLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMarkHandoverSeen, useUnseenHandovers } from '../../features/tickets/api/handovers'
import type { NotificationGroup } from '../../features/tickets/notifications'
import styles from './news-lines.module.css'
import { NotificationLine } from './notification-line'

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
    <NotificationLine
      to={`/tickets/${ticketUuid}`}
      icon={ArrowRightLeft}
      author={by}
      title={t('handovers.by', { by: by.name, contact })}
      at={at}
      seenLabel={t('handovers.seen', { by: by.name, contact })}
      isSaving={isPending}
      onSeen={() => mutate(ticketId)}
      onOpen={onGone}
    >
      {note !== null && <span>{note}</span>}
    </NotificationLine>
  )
}

import type { TicketView } from '@balcao/contract/tickets'
import { Bot, CircleAlert, Hourglass } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dateAndTime, fullDate, timeOfDay } from '../../../lib/dates'
import { Avatar } from '../../../ui/avatar'
import { Ticks } from '../../../ui/ticks'
import { nameFor, noQueueColour, shortDuration, type Waiting, waitingOf } from '../ticket-facts'
import { useTicketNavigation } from '../use-list-view'
import { LastMessage } from './last-message'
import { RowActions } from './row-actions'
import { RowChips } from './row-chips'
import styles from './ticket-row.module.css'

interface TicketRowProps {
  readonly ticket: TicketView
  /** It is no longer in this list; it keeps its place until the pointer is gone. */
  readonly hasLeft: boolean
  /** In milliseconds. */
  readonly now: number
  readonly isNarrow: boolean
  readonly isSelected: boolean
  readonly openUuid: string | undefined
}

/** A ticket in the list (TICKET-10). A pending one is not opened by clicking, only by Accept (TICKET-13). */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, hasLeft, isSelected, openUuid } = props
  const { search } = useTicketNavigation()
  const content = <RowContent {...props} />
  return (
    <article
      className={styles.row}
      style={{ '--queue': ticket.queue?.color ?? noQueueColour } as React.CSSProperties} // React has no type for own properties
      data-selected={isSelected}
      data-unread={ticket.unreadMessages > 0}
      data-left={hasLeft}
      data-status={ticket.status}
      inert={hasLeft}
    >
      {ticket.status === 'pending' ? (
        <div className={styles.content}>{content}</div>
      ) : (
        <Link
          className={styles.content ?? ''}
          to={{ pathname: `/tickets/${ticket.uuid}`, search }}
          aria-current={isSelected ? 'page' : undefined}
        >
          {content}
        </Link>
      )}
      {!hasLeft && <RowActions ticket={ticket} isOpen={ticket.uuid === openUuid} />}
    </article>
  )
})

function RowContent({ ticket, now, isNarrow }: TicketRowProps) {
  const { t } = useTranslation('tickets')
  const { contact, unreadMessages } = ticket
  const waiting = waitingOf(ticket, now)
  return (
    <>
      <Avatar
        name={contact.name}
        seed={contact.id}
        picture={contact.profilePicUrl}
        isGroup={contact.isGroup}
      />
      <div className={styles.lines}>
        <div className={styles.first}>
          <span className={styles.name} title={contact.name}>
            {nameFor(contact.name, isNarrow)}
          </span>
          {ticket.chatbot && (
            <span className={styles.bot}>
              <Bot size={14} strokeWidth={2} aria-hidden /> {t('bot')}
            </span>
          )}
          <time className={styles.time} dateTime={ticket.updatedAt} title={dateAndTime(ticket.updatedAt)}>
            {timeOrDate(ticket.updatedAt, now)}
          </time>
        </div>
        <div className={styles.second}>
          {ticket.lastMessageFailed ? (
            <span className={styles.failed} role="img" aria-label={t('notSent')}>
              <CircleAlert size={14} strokeWidth={2} aria-hidden />
            </span>
          ) : (
            ticket.lastMessageFromMe && <Ticks ack={ticket.lastMessageAck} />
          )}
          <LastMessage text={ticket.lastMessage} />
          {unreadMessages > 0 && (
            <span className={styles.unread}>
              {unreadMessages}
              <span className="sr-only"> {t('unread', { count: unreadMessages })}</span>
            </span>
          )}
        </div>
        <div className={styles.third}>
          <RowChips ticket={ticket} waiting={waiting} isNarrow={isNarrow} />
          {waiting !== null && <WaitingSince waiting={waiting} />}
        </div>
      </div>
    </>
  )
}

function WaitingSince({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation('tickets')
  const duration = shortDuration(waiting.minutes)
  return (
    <span className={styles.wait} data-warmth={waiting.warmth} title={t('waitingSince', { duration })}>
      <Hourglass size={13} strokeWidth={2} aria-hidden />
      <span className="sr-only">{t('waits')} </span>
      {duration}
    </span>
  )
}

/** `HH:mm` today, otherwise DD/MM/YYYY (TICKET-11). */
function timeOrDate(at: string, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? timeOfDay(at) : fullDate(at)
}

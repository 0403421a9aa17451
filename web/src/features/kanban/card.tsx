import type { TicketView } from '@balcao/contract/tickets'
import { useDraggable } from '@dnd-kit/core'
import { GripVertical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dateAndTime, fullDate, timeOfDay } from '../../lib/dates'
import { shownNumber } from '../../lib/shown-number'
import { minute, useNow } from '../../lib/timers'
import { withoutMarks } from '../../lib/without-marks'
import { DotName } from '../../ui/dot-name'
import styles from './kanban.module.css'
import { MoveMenu } from './move-menu'
import type { Lane } from './shown-lane'

interface CardProps {
  readonly ticket: TicketView
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  /** It was moved by a menu, whose button is gone: the focus goes on here. */
  readonly takesFocus: boolean
  readonly onMove: (ticket: TicketView, to: Lane) => void
}

/** What a card is while it is dragged. */
export interface Dragged {
  readonly ticket: TicketView
  readonly lane: Lane
}

/** A ticket on the board (KANBAN-02): dragged as a whole, by its handle with the keyboard, or moved by its menu. */
export function Card({ ticket, lane, lanes, takesFocus, onMove }: CardProps) {
  const { t } = useTranslation('kanban')
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: `${lane.id}:${ticket.id}`,
    data: { ticket, lane } satisfies Dragged,
  })
  return (
    <li ref={setNodeRef} className={styles.card} data-dragging={isDragging} {...listeners}>
      <CardFace ticket={ticket} linkRef={link} />
      <div className={styles.tools}>
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={styles.handle}
          {...attributes}
          aria-label={t('drag', { name: ticket.contact.name })}
        >
          <GripVertical size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <MoveMenu ticket={ticket} lane={lane} lanes={lanes} onMove={onMove} />
      </div>
    </li>
  )
}

interface CardFaceProps {
  readonly ticket: TicketView
  readonly linkRef?: React.Ref<HTMLAnchorElement>
}

/** The card without its tools; also what follows the pointer. */
export function CardFace({ ticket, linkRef }: CardFaceProps) {
  const { t } = useTranslation('kanban')
  const { contact, queue, lastMessage, lastMessageAuthor, unreadMessages, updatedAt } = ticket
  const now = useNow(minute)
  const isToday = new Date(updatedAt).toDateString() === new Date(now).toDateString()
  return (
    <>
      <Link ref={linkRef ?? null} className={styles.name} to={`/tickets/${ticket.uuid}`} draggable={false}>
        {contact.name}
      </Link>
      <div className={styles.number}>{shownNumber(contact.number)}</div>
      <p className={styles.message}>
        {lastMessageAuthor !== null && <b>{lastMessageAuthor.name}: </b>}
        {withoutMarks(lastMessage)}
      </p>
      <div className={styles.foot}>
        {queue !== null && <DotName name={queue.name} color={queue.color} />}
        <span className={styles.rest} />
        {unreadMessages > 0 && (
          <span className={styles.unread}>
            {unreadMessages}
            <span className="sr-only"> {t('unread', { count: unreadMessages })}</span>
          </span>
        )}
        <time dateTime={updatedAt} title={dateAndTime(updatedAt)}>
          {isToday ? timeOfDay(updatedAt) : fullDate(updatedAt)}
        </time>
      </div>
    </>
  )
}

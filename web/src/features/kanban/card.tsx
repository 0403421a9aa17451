import type { TicketView } from '@balcao/contract/tickets'
import { useDraggable } from '@dnd-kit/core'
import { Copy, EllipsisVertical, GripVertical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dateAndTime } from '../../lib/dates'
import { useTexts } from '../../lib/i18n/use-texts'
import { shortDuration } from '../../lib/short-duration'
import { formatPhoneNumber } from '../../lib/shown-number'
import { minuteMs, useNow } from '../../lib/timers'
import { Avatar } from '../../ui/avatar'
import { NameWithColourDot } from '../../ui/dot-name'
import { IconButton } from '../../ui/icon-button'
import { Menu, MenuHeading, MenuItem } from '../../ui/menu'
import { messagePreviewIcons } from '../../ui/preview-kind'
import { splitMessagePreview } from '../../ui/preview-parts'
import styles from './kanban.module.css'
import type { Lane } from './lanes'

interface CardProps {
  readonly ticket: TicketView
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  /** True for a card that was just moved by its menu: the focused menu is unmounted, so the card takes the focus. */
  readonly takesFocus: boolean
  readonly onMove: (ticket: TicketView, to: Lane) => void
}

export interface DraggedCard {
  readonly ticket: TicketView
  readonly lane: Lane
}

/** A ticket on the board (KANBAN-02). The pointer drags the whole card, the keyboard its handle. */
export function KanbanCard({ ticket, lane, lanes, takesFocus, onMove }: CardProps) {
  const { t } = useTranslation('kanban')
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: `${lane.id}:${ticket.id}`,
    data: { ticket, lane } satisfies DraggedCard,
  })
  return (
    <li ref={setNodeRef} className={styles.card} data-dragging={isDragging} {...listeners}>
      <KanbanCardContent ticket={ticket} otherLanes={neighbouringLanes(lane, lanes, ticket)} linkRef={link} />
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
        <MoveToLaneMenu ticket={ticket} lane={lane} lanes={lanes} onMove={onMove} />
      </div>
    </li>
  )
}

/** The menu that moves a card to another lane, as an alternative to dragging. */
function MoveToLaneMenu({ ticket, lane, lanes, onMove }: Omit<CardProps, 'takesFocus'>) {
  const { t } = useTranslation('kanban')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const others = lanes.filter(({ id }) => id !== lane.id)
  return (
    <>
      <IconButton
        label={t('moveOf', { name: ticket.contact.name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <EllipsisVertical size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        <MenuHeading>{t('moveTo')}</MenuHeading>
        {others.map((to) => (
          <MenuItem
            key={to.id}
            onClick={() => {
              setAnchor(null)
              onMove(ticket, to)
            }}
          >
            <i className={styles.dot} style={{ background: to.color }} />
            <span className={styles.laneName}>{to.name}</span>
          </MenuItem>
        ))}
        {others.length === 0 && <MenuItem disabled>{t('noOtherLane')}</MenuItem>}
      </Menu>
    </>
  )
}

function neighbouringLanes(lane: Lane, lanes: readonly Lane[], { tags }: TicketView): Lane[] {
  return lanes.filter(({ id, tag }) => id !== lane.id && tags.some((one) => one.id === tag?.id))
}

interface CardFaceProps {
  readonly ticket: TicketView
  /** The other lanes that show the ticket too, because it has their tags. */
  readonly otherLanes?: readonly Lane[]
  readonly linkRef?: React.Ref<HTMLAnchorElement>
}

export function KanbanCardContent({ ticket, otherLanes = [], linkRef }: CardFaceProps) {
  const { t } = useTranslation('kanban')
  const { contact, queue, user, unreadMessages } = ticket
  return (
    <>
      <Link ref={linkRef ?? null} className={styles.name} to={`/tickets/${ticket.uuid}`} draggable={false}>
        {contact.name}
      </Link>
      {contact.number !== '' && <div className={styles.number}>{formatPhoneNumber(contact.number)}</div>}
      <LastMessage ticket={ticket} />
      {otherLanes.length > 0 && (
        <p className={styles.also}>
          <Copy size={12} strokeWidth={1.75} aria-hidden />
          <span>{t('also', { lanes: otherLanes.map(({ name }) => name).join(', ') })}</span>
        </p>
      )}
      <p className={styles.owner} title={user === null ? undefined : t('attendedBy', { name: user.name })}>
        {user !== null && <Avatar name={user.name} seed={user.id} size={20} />}
        <span>{user?.name ?? t('nobody')}</span>
      </p>
      <div className={styles.foot}>
        {queue !== null && <NameWithColourDot name={queue.name} color={queue.color} />}
        <span className={styles.rest} />
        {unreadMessages > 0 && (
          <span className={styles.unread}>
            {unreadMessages}
            <span className="sr-only"> {t('unread', { count: unreadMessages })}</span>
          </span>
        )}
        <Age ticket={ticket} />
      </div>
    </>
  )
}

function LastMessage({ ticket }: { ticket: TicketView }) {
  const t = useTexts('tickets')
  const { lastMessage, lastMessageAuthor, customerWords } = ticket
  const { kind, text } = splitMessagePreview(customerWords ?? lastMessage)
  const Icon = kind === undefined ? undefined : messagePreviewIcons[kind]
  return (
    <p className={styles.message}>
      {lastMessageAuthor !== null && <b>{lastMessageAuthor.name}: </b>}
      {Icon !== undefined && <Icon className={styles.kind} size={14} strokeWidth={1.75} aria-hidden />}
      {kind === undefined || text !== '' ? text : t(`kinds.${kind}`)}
    </p>
  )
}

function Age({ ticket: { createdAt, updatedAt } }: { ticket: TicketView }) {
  const { t } = useTranslation('kanban')
  const now = useNow(minuteMs)
  const minutes = Math.max(0, Math.floor((now - Date.parse(createdAt)) / minuteMs))
  const moments = { created: dateAndTime(createdAt), changed: dateAndTime(updatedAt) }
  return (
    <time dateTime={createdAt} title={t('ageTip', moments)}>
      <span className="sr-only">{t('openFor')} </span>
      {shortDuration(minutes)}
    </time>
  )
}

import type { MessageView } from '@balcao/contract/messages'
import type { NoteView } from '@balcao/contract/notes'
import type { TicketId } from '@balcao/domain/ids'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDate, isSameDay, timeOfDay } from '../../lib/dates'
import { useTypists } from '../../lib/presence'
import { useUser } from '../../lib/session'
import { usePreviewTextOf } from './bubble/quote'
import type { ConversationRow } from './conversation-rows'
import styles from './message-log.module.css'

interface NewestButtonProps {
  readonly messages: readonly MessageView[]
  /** The id of the first message that was unread when the conversation was opened. */
  readonly firstUnreadId: number | undefined
  readonly isAtEnd: boolean
  /** An older part of the conversation is shown. Messages that load below it are not counted as new. */
  readonly hasNewer: boolean
  readonly onClick: () => void
}

/** Scrolls to the newest message, and counts the new messages that were not in view yet. */
export function ScrollToNewestButton(props: NewestButtonProps) {
  const { messages, firstUnreadId, isAtEnd, hasNewer, onClick } = props
  const { t } = useTranslation('messages')
  const newest = messages.at(-1)?.id ?? 0
  const [seen, setSeen] = useState(firstUnreadId === undefined ? newest : firstUnreadId - 1)
  if ((isAtEnd || hasNewer) && seen !== newest) setSeen(newest)
  if (isAtEnd && !hasNewer) return null

  const count = messages.filter((message) => !message.fromMe && message.id > seen).length
  return (
    <button
      type="button"
      className={styles.newest}
      onClick={onClick}
      aria-label={count === 0 ? t('toNewest') : t('toNewestCount', { count })}
    >
      {count > 0 && <span className={styles.count}>{count}</span>}
      <ArrowDown size={20} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** Shows who is typing or recording. The line keeps its space while empty, so that nothing moves. */
export function TypingIndicator({ ticketId }: { ticketId: TicketId }) {
  const { t } = useTranslation('messages')
  const typists = useTypists(ticketId)
  return (
    <p className={styles.typing} role="status">
      {typists.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {typists.map(({ name, doing }) => t(`doing.${doing}`, { name })).join(' · ')}
        </>
      )}
    </p>
  )
}

/** Finds the day of the topmost message in view, for the date label that floats above the messages. */
export function useFloatingDay(rows: readonly ConversationRow[]) {
  const dayWords = useFormatDay()
  const [day, setDay] = useState<string | null>(null)
  const latest = useRef({ rows, dayWords })
  useEffect(() => {
    latest.current = { rows, dayWords }
  })
  const showDayOf = useCallback((key: string | undefined) => {
    const { rows, dayWords } = latest.current
    const at = dayOfRow(rows.find((row) => row.key === key))
    setDay(at === null ? null : dayWords(at))
  }, [])
  return { day, showDayOf }
}

function dayOfRow(row: ConversationRow | undefined): string | null {
  switch (row?.kind) {
    case 'message':
      return row.message.createdAt
    case 'album':
      return row.messages[0]?.createdAt ?? null
    case 'outgoing':
      return row.outgoing.at
    case 'note':
      return row.note.createdAt
    default:
      return null
  }
}

/** Announces new messages to screen readers. A live region around the list would also announce loaded old ones. */
export function NewMessageAnnouncer({ messages }: { messages: readonly MessageView[] }) {
  const newest = messages.at(-1)
  const [opening] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== opening && !newest.fromMe
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {isNews && <SpokenMessage key={newest.id} message={newest} />}
    </div>
  )
}

export function NewNoteAnnouncer({ notes }: { notes: readonly NoteView[] }) {
  const { t } = useTranslation('messages')
  const me = useUser()
  const [newest] = notes
  const [opening] = useState(newest?.id ?? 0)
  const isNews = newest !== undefined && newest.id > opening && newest.user?.id !== me.id
  const time = newest && timeOfDay(newest.createdAt)
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {isNews && (
        <p
          key={newest.id}
        >{`${t('spokenNote', { author: newest.user?.name ?? '', time })}: ${newest.note}`}</p>
      )}
    </div>
  )
}

function SpokenMessage({ message }: { message: MessageView }) {
  const { t } = useTranslation('messages')
  const words = usePreviewTextOf(message)
  return (
    <p>{`${t('spoken', { sender: message.contact?.name ?? '', time: timeOfDay(message.createdAt) })}: ${words}`}</p>
  )
}

/** Formats a day: `HOJE`, otherwise DD/MM/YYYY (CONVO-01). */
export function useFormatDay(): (at: string) => string {
  const { t } = useTranslation('messages')
  return (at) => (isSameDay(at, Date.now()) ? t('today') : fullDate(at))
}

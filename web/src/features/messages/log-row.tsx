import type { NoteView } from '@balcao/contract/notes'
import { memo } from 'react'
import { useTexts } from '../../lib/i18n/use-texts'
import { PictureAlbumBubble } from './bubble/album-bubble'
import { type MessageActionHandlers, MessageBubble } from './bubble/message-bubble'
import { OutgoingBubble } from './bubble/outgoing-bubble'
import type { ConversationRow } from './conversation-rows'

import { TicketEventLines } from './event-lines'
import { useFormatDay } from './log-parts'
import styles from './message-log.module.css'
import { useNoteComponents } from './note-parts'

interface LogRowProps {
  readonly row: ConversationRow
  readonly isGroup: boolean
  /** The key of the row, or of its part, to highlight after a jump. */
  readonly marked: string | null
  readonly acts: MessageActionHandlers
  readonly onCopy: (text: string) => void
}

/** Renders a row. Bubbles need no hooks here: scrolling mounts and unmounts many of them, and each hook costs time. */
export const MessageLogRow = memo(function LogRow({ row, isGroup, marked, acts, onCopy }: LogRowProps) {
  switch (row.kind) {
    case 'events':
      return <TicketEventLines events={row.events} />
    case 'note':
      return <NoteRow note={row.note} isMarked={marked !== null} />
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          joinsPrevious={row.joinsPrevious}
          joinsNext={row.joinsNext}
          isGroup={isGroup}
          isMarked={marked !== null}
          acts={acts}
        />
      )
    case 'album':
      return (
        <PictureAlbumBubble
          messages={row.messages}
          joinsPrevious={row.joinsPrevious}
          joinsNext={row.joinsNext}
          isGroup={isGroup}
          marked={marked}
          acts={acts}
        />
      )
    case 'outgoing':
      return (
        <OutgoingBubble
          outgoing={row.outgoing}
          joinsPrevious={row.joinsPrevious}
          joinsNext={row.joinsNext}
          onCopy={onCopy}
        />
      )
    default:
      return <Separator row={row} />
  }
})

function NoteRow({ note, isMarked }: { readonly note: NoteView; readonly isMarked: boolean }) {
  return useNoteComponents().paperOf(note, isMarked)
}

type SeparatorRow = Extract<
  ConversationRow,
  { kind: 'day' | 'ticket-end' | 'ticket-start' | 'ticket-hidden' | 'new' }
>

function Separator({ row }: { readonly row: SeparatorRow }) {
  const t = useTexts('messages')
  const dayWords = useFormatDay()
  switch (row.kind) {
    case 'day':
      return <p className={styles.day}>{dayWords(row.at)}</p>
    case 'ticket-end':
      return <p className={styles.marker}>{t('ticketEnd', { id: row.ticketId })}</p>
    case 'ticket-start':
      return <p className={styles.marker}>{t('ticketStart', { id: row.ticketId })}</p>
    case 'ticket-hidden':
      return <p className={styles.marker}>{t('tickets:history.hidden', { id: row.ticketId })}</p>
    case 'new':
      return (
        <p className={styles.new}>
          <span>{t('newMessages')}</span>
        </p>
      )
  }
}

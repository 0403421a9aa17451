import type { NoteView } from '@balcao/contract/notes'
import type { TicketId } from '@balcao/domain/ids'
import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { TextWithMentions } from '../../ui/named-text'
import { useMarkMentionSeenOnScreen } from './api/mentions'
import styles from './notes.module.css'

interface NotePaperProps {
  readonly note: NoteView
  readonly openTicketId: TicketId
  readonly isMarked: boolean
  readonly isPeek: boolean
}

/** A note among the messages, centred so that it does not look like a message. */
export function ConversationNote({ note, openTicketId, isMarked, isPeek }: NotePaperProps) {
  const { t, i18n } = useTranslation('notes')
  const firstLine = useRef<HTMLParagraphElement>(null)
  useMarkMentionSeenOnScreen(note, firstLine, isPeek)
  const author = note.user?.name ?? t('formerColleague')
  const moment = dateAndTime(note.createdAt)
  return (
    <article className={styles.paper} data-marked={isMarked} aria-label={t('internalBy', { author, moment })}>
      <p ref={firstLine} className={styles.meta}>
        <span>
          <Lock size={13} strokeWidth={2} aria-hidden />
          {`${t('internal')} · ${author} · `}
          <time dateTime={note.createdAt} title={longDateAndTime(note.createdAt, i18n.language)}>
            {moment}
          </time>
          {note.ticketId !== openTicketId && ` · #${note.ticketId}`}
        </span>
        <span className={styles.readers}>{t('teamOnly')}</span>
      </p>
      <NoteText note={note} />
    </article>
  )
}

export function NoteText({ note: { note, mentions } }: { note: NoteView }) {
  return (
    <p className={styles.text}>
      <TextWithMentions text={note} named={mentions.map(({ name }) => `@${name}`)} />
    </p>
  )
}

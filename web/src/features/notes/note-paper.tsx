import type { NoteView } from '@balcao/contract/notes'
import type { TicketId } from '@balcao/domain/ids'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import styles from './notes.module.css'

/** A note among the messages: at neither side, so that nobody takes it for one. It is deleted in the side drawer. */
export function NotePaper({ note, openTicketId }: { note: NoteView; openTicketId: TicketId }) {
  const { t, i18n } = useTranslation('notes')
  const author = note.user?.name ?? t('formerColleague')
  const moment = dateAndTime(note.createdAt)
  return (
    <article className={styles.paper} aria-label={t('internalBy', { author, moment })}>
      <p className={styles.meta}>
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
      <p className={styles.text}>{note.note}</p>
    </article>
  )
}

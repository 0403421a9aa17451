import type { NoteView } from '@balcao/contract/notes'
import type { TicketId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { useViewer } from '../../lib/session'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { useDeleteNote } from './api/notes'
import { NoteText } from './note-text'
import styles from './notes.module.css'

/** A note with its author and time (NOTE-08); a note of another ticket also shows that ticket's number. */
export function NoteCard({ note, openTicketId }: { note: NoteView; openTicketId: TicketId }) {
  const { t, i18n } = useTranslation('notes')
  const viewer = useViewer()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useDeleteNote(note)
  const mayDelete = note.isReadOnly !== true && (note.user?.id === viewer.userId || isAdmin(viewer))
  const author = note.user?.name ?? t('formerColleague')
  return (
    <li className={styles.note}>
      <p className={styles.meta}>
        <span>
          {author}
          {' · '}
          <time dateTime={note.createdAt} title={longDateAndTime(note.createdAt, i18n.language)}>
            {dateAndTime(note.createdAt)}
          </time>
          {note.ticketId !== openTicketId && ` · #${note.ticketId}`}
        </span>
        {mayDelete && (
          <IconButton label={t('delete')} className={styles.remove} onClick={() => setAsking(true)}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
      </p>
      <NoteText note={note} />
      {isAsking && (
        <ConfirmDialog
          title={t('common:confirmDelete')}
          confirm={t('delete')}
          destroys
          onConfirm={() => mutateAsync()}
          onClose={() => setAsking(false)}
        >
          <p className={styles.quoted}>{note.note}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

import type { NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, longDateAndTime } from '../../lib/dates'
import { useViewer } from '../../lib/session'
import { useIsSharedHistory } from '../../lib/shared-history'
import { useHasElapsed } from '../../lib/timers'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { MentionSuggestionList } from '../../ui/name-panel'
import { PanelFailure, PanelSection, PanelStatusText } from '../../ui/side-panel'
import { TextField } from '../../ui/text-field'
import { useDeleteNote, useNotes } from './api/notes'
import { NoteText } from './note-paper'
import styles from './notes.module.css'
import { useNoteEditor } from './use-write-note'

/** The team's notes about a ticket and its contact; the contact never sees them (NOTE-08). */
export function TicketNotes({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('notes')
  const isSharedHistory = useIsSharedHistory(ticket)
  return (
    <PanelSection title={t('title')}>
      {!isSharedHistory && <NoteForm ticket={ticket} />}
      <Notes ticket={ticket} />
    </PanelSection>
  )
}

function Notes({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('notes')
  const { data: notes, error, refetch } = useNotes(ticket.contactId)
  const isSlow = useHasElapsed(150)
  if (notes === undefined) {
    if (error !== null) return <PanelFailure text={t('loadFailed')} onRetry={() => void refetch()} />
    return isSlow && <PanelStatusText>{t('common:loading')}</PanelStatusText>
  }
  if (notes.length === 0) return <PanelStatusText>{t('none')}</PanelStatusText>
  return (
    <ul className={styles.notes} aria-label={t('title')}>
      {notes.map((note) => (
        <NoteCard key={note.id} note={note} openTicketId={ticket.id} />
      ))}
    </ul>
  )
}

function NoteForm({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('notes')
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, problem, isWaiting, write, send, naming } = useNoteEditor(ticket, field)

  function actOnKey(event: KeyboardEvent): void {
    if (naming.actOnKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div>
        <MentionSuggestionList naming={naming} />
        <TextField
          ref={field}
          label={t('new')}
          placeholder={t('placeholder')}
          multiline
          maxRows={8}
          value={text}
          error={problem}
          readOnly={isWaiting}
          suggestions={naming}
          onChange={(event) => {
            write(event.target.value)
            naming.look()
          }}
          onSelect={naming.look}
          onKeyDown={actOnKey}
        />
      </div>
      <Button type="submit" size="small" disabled={isWaiting}>
        {t('add')}
      </Button>
    </form>
  )
}

/** A note with its author and time (NOTE-08); a note of another ticket also shows that ticket's number. */
function NoteCard({ note, openTicketId }: { note: NoteView; openTicketId: TicketId }) {
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

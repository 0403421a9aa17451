import type { TicketView } from '@balcao/contract/tickets'
import { useTranslation } from 'react-i18next'
import { useIsSharedHistory } from '../../lib/shared-history'
import { useHasElapsed } from '../../lib/timers'
import { PanelFailure, PanelSection, PanelStatusText } from '../../ui/side-panel'
import { useNotes } from './api/notes'
import { NoteCard } from './note-card'
import { NoteForm } from './note-form'
import styles from './notes.module.css'

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

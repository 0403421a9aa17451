import type { TicketView } from '@balcao/contract/tickets'
import { useState } from 'react'
import { draftOf, storeDraft } from '../features/messages/drafts'
import { ScheduleDialog } from '../features/schedules/schedule-dialog'

/** Schedules the text of the ticket's message draft, and clears the draft once the message is scheduled. */
export function ScheduleDraftDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const [text] = useState(() => draftOf(ticket.id).text)
  function forgetDraft(): void {
    const draft = draftOf(ticket.id)
    if (text !== '' && draft.text === text) storeDraft(ticket.id, { ...draft, text: '' })
  }
  return <ScheduleDialog contact={ticket.contact} text={text} onSaved={forgetDraft} onClose={onClose} />
}

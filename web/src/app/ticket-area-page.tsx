import { ContactDialog } from '../features/contacts/contact-dialog'
import { Conversation, PeekedConversation } from '../features/messages/conversation'
import { moveDraft } from '../features/messages/drafts'
import { moveNoteDraft } from '../features/notes/note-draft'
import { ScheduleDialog } from '../features/schedules/schedule-dialog'
import { type TicketParts, TicketPartsContext } from '../features/tickets/parts'
import { TicketArea } from '../features/tickets/ticket-area'
import { ContactDrawer } from './contact-drawer'

const parts: TicketParts = {
  Conversation,
  PeekedConversation,
  ContactDrawer,
  ContactDialog,
  ScheduleDialog,
  moveDraft: (from, to) => {
    moveDraft(from, to)
    moveNoteDraft(from, to)
  },
}

/** The ticket area with what it shows of other features: they meet here only (HOUSE 3). */
export default function TicketAreaPage() {
  return (
    <TicketPartsContext value={parts}>
      <TicketArea />
    </TicketPartsContext>
  )
}

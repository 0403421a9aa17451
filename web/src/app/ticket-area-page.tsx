import { ContactDialog } from '../features/contacts/contact-dialog'
import { ContactPanel } from '../features/contacts/contact-panel'
import { Conversation, PeekedConversation } from '../features/messages/conversation'
import { moveDraft } from '../features/messages/drafts'
import { type TicketParts, TicketPartsContext } from '../features/tickets/parts'
import { TicketArea } from '../features/tickets/ticket-area'

const parts: TicketParts = { Conversation, PeekedConversation, ContactPanel, ContactDialog, moveDraft }

/** The ticket area with what it shows of other features: they meet here only (HOUSE 3). */
export default function TicketAreaPage() {
  return (
    <TicketPartsContext value={parts}>
      <TicketArea />
    </TicketPartsContext>
  )
}

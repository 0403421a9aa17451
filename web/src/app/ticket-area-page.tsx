import { moveDraft } from '../features/messages/drafts'
import { moveNoteDraft } from '../features/notes/note-draft'
import { type TicketParts, TicketPartsContext } from '../features/tickets/parts'
import { TicketArea } from '../features/tickets/ticket-area'
import { fetchConversationTexts } from '../lib/i18n/i18n'
import { later } from '../ui/later'

const conversationCode = () => import('./ticket-conversation')
/**
 * Loads the code of a conversation together with its texts, because its rows cannot suspend for texts
 * (`useTexts`).
 */
const conversation = () => Promise.all([conversationCode(), fetchConversationTexts()]).then(([code]) => code)
const Conversation = later(() => conversation().then((it) => it.ConversationWithNotes))
const PeekedConversation = later(() => conversation().then((it) => it.ReadOnlyConversationWithNotes))
const ContactDialog = later(() =>
  import('../features/contacts/contact-dialog').then((it) => it.ContactDialog),
)
const ScheduleDialog = later(() => import('./draft-schedule-dialog').then((it) => it.DraftScheduleDialog))
const ContactDrawer = later(() => import('./contact-drawer').then((it) => it.ContactDrawer))

const parts: TicketParts = {
  Conversation,
  prepareConversation: () => void conversation().catch(() => undefined), // opening one retries, and reports a failure
  prefetchConversation: (client, ticketId) =>
    void conversation().then(
      (it) => it.askAhead(client, ticketId),
      () => undefined, // opening one retries, and reports a failure
    ),
  PeekedConversation,
  ContactDrawer,
  ContactDialog,
  ScheduleDialog,
  moveDraft: (from, to) => {
    moveDraft(from, to)
    moveNoteDraft(from, to)
  },
}

/** The ticket area with the components of other features (ARCH 2). */
export function TicketAreaPage() {
  return (
    <TicketPartsContext value={parts}>
      <TicketArea />
    </TicketPartsContext>
  )
}

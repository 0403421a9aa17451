import { moveUnsentContent } from '../features/messages/drafts'
import { moveNoteDraft } from '../features/notes/note-draft'
import { type TicketAreaComponents, TicketAreaComponentsContext } from '../features/tickets/parts'
import { TicketArea } from '../features/tickets/ticket-area'
import { fetchConversationTexts } from '../lib/i18n/i18n'
import { lazyComponent } from '../ui/later'

const conversationCode = () => import('./ticket-conversation')
/**
 * Fetches the texts together with the code: a row of a conversation must not suspend, so its texts must be
 * there before the first render.
 */
const conversation = () => Promise.all([conversationCode(), fetchConversationTexts()]).then(([code]) => code)
const Conversation = lazyComponent(() => conversation().then((it) => it.ConversationWithNotes))
const ReadOnlyConversation = lazyComponent(() =>
  conversation().then((it) => it.ReadOnlyConversationWithNotes),
)
const ContactDialog = lazyComponent(() =>
  import('../features/contacts/contact-dialog').then((it) => it.ContactDialog),
)
const ScheduleDialog = lazyComponent(() =>
  import('./draft-schedule-dialog').then((it) => it.ScheduleDraftDialog),
)
const ContactDrawer = lazyComponent(() => import('./contact-drawer').then((it) => it.ContactDrawer))

const parts: TicketAreaComponents = {
  Conversation,
  prepareConversation: () => void conversation().catch(() => undefined), // opening one retries, and reports a failure
  prefetchConversation: (client, ticketId) =>
    void conversation().then(
      (it) => it.prefetchConversation(client, ticketId),
      () => undefined, // opening one retries, and reports a failure
    ),
  ReadOnlyConversation,
  ContactDrawer,
  ContactDialog,
  ScheduleDialog,
  moveDraft: (from, to) => {
    moveUnsentContent(from, to)
    moveNoteDraft(from, to)
  },
}

export function TicketAreaPage() {
  return (
    <TicketAreaComponentsContext value={parts}>
      <TicketArea />
    </TicketAreaComponentsContext>
  )
}

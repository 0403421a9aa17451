import type { CompanyWork } from '../../platform/work'
import { sendMessage } from '../messages/send-message'
import type { TicketRow } from '../tickets/tickets.queries'

/** The house says something by itself: it stands in the conversation, marked, and goes out as every message does. */
export async function sayAutomatically(work: CompanyWork, ticket: TicketRow, body: string): Promise<void> {
  const draft = { body, clientId: null, mediaType: null, media: null, quotedId: null, isAutomatic: true }
  await sendMessage(work, ticket, draft, null)
}

import type { CompanyWork } from '../../platform/work'
import { sendMessage } from '../messages/outgoing/send-message'
import type { TicketRow } from '../tickets/tickets.queries'

/** Sends an automatic text, marked as written by the system or by the menu. */
export async function sayAutomatically(
  work: CompanyWork,
  ticket: TicketRow,
  body: string,
  origin: 'automatic' | 'bot' = 'automatic',
): Promise<void> {
  const draft = { body, clientId: null, mediaType: null, media: null, quotedId: null, origin }
  await sendMessage(work, ticket, draft, null)
}

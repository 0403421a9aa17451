import type { LiveTypingPayload } from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import type { TicketSnapshot } from '@balcao/domain/tickets'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { chatAddressOf, nameOfContact } from '../../contacts/contacts.read'
import { ticketFactsOfRow } from '../ticket-facts'
import { ticketById } from '../tickets.queries'

/** The fields that typing and viewer events need, and the chat for presence on WhatsApp. */
export interface ConversationPresenceFacts {
  readonly facts: TicketSnapshot
  readonly contact: NonNullable<LiveTypingPayload['contact']>
  readonly chat: ChatAddress
}

/**
 * Loads without a check of the right to read, because each event's audience checks it. Null: the ticket was deleted.
 */
export async function readConversationPresenceFacts(
  work: CompanyWork,
  ticketId: TicketId,
): Promise<ConversationPresenceFacts | null> {
  const ticket = await work.db.row(ticketById, { ticketId })
  if (ticket === null) return null
  const facts = ticketFactsOfRow(ticket)
  const name = await nameOfContact(work, facts.contactId)
  return { facts, contact: { id: facts.contactId, name }, chat: await chatAddressOf(work, facts.contactId) }
}

import type { LiveTyping } from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import type { TicketFacts } from '@balcao/domain/tickets'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { chatAddressOf, contactName } from '../contacts/contacts.read'
import { factsOf } from './ticket-facts'
import { ticketById } from './tickets.queries'

/** What is needed to tell of life in a conversation, and to the phone on its other end. */
export interface LivingConversation {
  readonly facts: TicketFacts
  readonly contact: NonNullable<LiveTyping['contact']>
  readonly chat: ChatAddress
}

/** For the server's own acts: who may know of it is decided subscriber by subscriber. Null when the ticket is gone. */
export async function livingConversation(
  work: CompanyWork,
  ticketId: TicketId,
): Promise<LivingConversation | null> {
  const ticket = await work.db.row(ticketById, [ticketId])
  if (ticket === null) return null
  const facts = factsOf(ticket)
  const name = await contactName(work, facts.contactId)
  return { facts, contact: { id: facts.contactId, name }, chat: await chatAddressOf(work, facts.contactId) }
}

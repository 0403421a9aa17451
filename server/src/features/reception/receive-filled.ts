import type { ConnectionId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from '../contacts/contacts.queries'
import type { MessageRow } from '../messages/messages.queries'
import { ticketForReception } from '../tickets/tickets.read'
import { answerByReception, isHandOver, placeByReception } from './carry-out'
import { customerMessage } from './customer-message'
import { factsOfMessage } from './reception-facts.read'

/**
 * Runs when an unreadable message becomes readable, and passes it to the assistant, which had skipped it. A menu has
 * answered the placeholder already. The act holds the ticket's lock.
 */
export async function receiveFilled(
  work: CompanyWork,
  { ticket_id }: MessageRow,
  about: { contact: ContactRow; connectionId: ConnectionId; inbound: InboundMessage },
): Promise<void> {
  const { contact, connectionId, inbound } = about
  if (inbound.fromMe) return
  const ticket = await ticketForReception(work, ticket_id)
  if (ticket.status !== 'pending' || ticket.user_id !== null) return
  const message = customerMessage(inbound.content)
  const facts = await factsOfMessage(work, { ticket, isNew: false, contact, connectionId, message })
  const decisions = decideReception(facts)
  if (!decisions.some(isHandOver)) return
  await answerByReception(work, await placeByReception(work, ticket, decisions), decisions, message)
}

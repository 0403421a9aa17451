import type { TicketId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { shouldMarkTicketReadOnOpen } from '@balcao/domain/tickets'
import type { PersonWork } from '../../platform/work'
import { ticketFactsOfRow } from './ticket-facts'
import { ticketMarkedRead } from './tickets.events'
import { ticketSeen } from './tickets.hooks'
import { clearUnreadOfTicket, type TicketRow, ticketById } from './tickets.queries'

/** Whether the ticket has unread messages that are marked as read when this person reads it. */
export function hasUnreadMessagesFor(actor: PersonActor, ticket: TicketRow): boolean {
  return ticket.unread > 0 && shouldMarkTicketReadOnOpen(actor, ticketFactsOfRow(ticket))
}

/** Marks the ticket as read by its owner. Reading by other users changes nothing (TICKET-51). */
export async function markTicketRead(work: PersonWork, ticketId: TicketId): Promise<void> {
  const ticket = await work.db.one(ticketById, { ticketId })
  if (!hasUnreadMessagesFor(work.actor, ticket)) return

  const cleared = await work.db.row(clearUnreadOfTicket, { ticketId })
  if (cleared === null) return
  work.record(ticketMarkedRead, { ticket: ticketFactsOfRow(ticket), version: cleared.version })
  await work.runHook(ticketSeen, { ticketId, contactId: cleared.contact_id })
}

import type { TicketId } from '@balcao/domain/ids'
import { readingMarksRead } from '@balcao/domain/tickets'
import type { PersonWork } from '../../platform/work'
import { factsOf } from './ticket-facts'
import { ticketRead } from './tickets.events'
import { clearUnread, ticketById } from './tickets.queries'
import { ticketSeen } from './tickets.reactions'

/**
 * The owner sees the ticket: nothing is unread any more. For anybody else this changes nothing, so that a look leaves
 * no trace (TICKET-51).
 */
export async function markTicketRead(work: PersonWork, ticketId: TicketId): Promise<void> {
  const ticket = await work.db.one(ticketById, [ticketId])
  if (!readingMarksRead(work.actor, factsOf(ticket)) || ticket.unread === 0) return

  const cleared = await work.db.row(clearUnread, [ticketId])
  if (cleared === null) return
  work.record(ticketRead, { ticket: factsOf(ticket), version: cleared.version })
  await work.react(ticketSeen, { ticketId, contactId: cleared.contact_id })
}

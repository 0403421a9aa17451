import type { TicketId } from '@balcao/domain/ids'
import type { PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { factsOf } from './ticket-facts'
import { ticketToDelete } from './tickets.access'
import { ticketChanged } from './tickets.events'
import { ticketLeaving } from './tickets.hooks'
import { deleteTicketRow } from './tickets.queries'

/** Deletes a ticket with its messages and tags (TICKET-28). Pages that show it get a `delete` event. */
export async function deleteTicket(work: PersonWork, ticketId: TicketId): Promise<void> {
  const ticket = await ticketToDelete(work, ticketId)

  await work.runHook(ticketLeaving, { ticketId })
  await work.db.run(deleteTicketRow, { ticketId })
  await recordAudit(work, {
    act: 'ticket.deleted',
    subject: { id: ticketId },
    detail: { contact: ticket.contact_id, status: ticket.status },
  })
  work.record(ticketChanged, {
    before: factsOf(ticket),
    after: null,
    ticket: null,
    ticketId,
    version: ticket.version + 1,
  })
}

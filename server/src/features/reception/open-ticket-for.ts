import type { ConnectionId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { assignQueue } from '../tickets/assign-queue'
import { findOrOpenTicket } from '../tickets/find-or-open-ticket'
import type { TicketRow } from '../tickets/tickets.queries'

/**
 * The live ticket of a contact who wants something, or a new one in the queue that reception decides on. Before what
 * they want is stored, so that the people of the queue are told of it too, not of its ticket alone.
 */
export async function openTicketFor(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  const { ticket, isNew } = await findOrOpenTicket(work, { contact, connectionId })
  const decisions = decideReception({
    ticketIsNew: isNew,
    ticketQueueId: ticket.queue_id,
    isGroup: ticket.is_group,
    connectionQueueIds: isNew ? await queuesOfConnection(work, connectionId) : [],
  })
  for (const { queueId } of decisions) await assignQueue(work, ticket.id, queueId)
  return ticket
}

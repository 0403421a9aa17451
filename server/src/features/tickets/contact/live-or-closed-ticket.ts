import type { ConnectionId, UserId } from '@balcao/domain/ids'
import { onlyQueueOf } from '@balcao/domain/reception/queue-at-once'
import type { CompanyWork } from '../../../platform/work'
import { queuesOfConnection } from '../../connections/connections.read'
import type { ContactRow } from '../../contacts/contacts.queries'
import type { TicketRow } from '../tickets.queries'
import { addTicket } from './add-ticket'
import { liveTicketOfContact } from './live-tickets'

/**
 * The ticket for a message that a schedule, campaign or program sends: the contact's live ticket, else a new
 * closed one (SCHED-12). A new live ticket would ask agents to act before the customer has answered. A new
 * ticket gets the queue that reception would choose. The caller holds the contact's lock.
 */
export async function findOrCreateOutboundTicket(
  work: CompanyWork,
  about: { contact: ContactRow; connectionId: ConnectionId; userId: UserId | null },
): Promise<TicketRow> {
  const { contact, connectionId } = about
  const live = await liveTicketOfContact(work, contact)
  if (live !== null) return live

  const queue_id = onlyQueueOf(await queuesOfConnection(work, connectionId))
  return (await addTicket(work, { ...about, status: 'closed', placement: { queue_id } })).row
}

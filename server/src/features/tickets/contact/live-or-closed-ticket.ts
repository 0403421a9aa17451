import type { ConnectionId, UserId } from '@balcao/domain/ids'
import { onlyQueueOf } from '@balcao/domain/reception/queue-at-once'
import type { CompanyWork } from '../../../platform/work'
import { queuesOfConnection } from '../../connections/connections.read'
import type { ContactRow } from '../../contacts/contacts.queries'
import type { TicketRow } from '../tickets.queries'
import { addTicket } from './add-ticket'
import { lockLiveTicketOfContact } from './live-tickets'

/**
 * The contact's live ticket, else a new closed one (SCHED-12): agents have nothing to do before the customer answers.
 */
export async function findOrCreateOutboundTicket(
  work: CompanyWork,
  about: { contact: ContactRow; connectionId: ConnectionId; userId: UserId | null },
): Promise<TicketRow> {
  const { contact, connectionId } = about
  const live = await lockLiveTicketOfContact(work, contact)
  if (live !== null) return live

  const queue_id = onlyQueueOf(await queuesOfConnection(work, connectionId))
  return (await addTicket(work, { ...about, status: 'closed', placement: { queue_id } })).row
}

import type { ConnectionId, UserId } from '@balcao/domain/ids'
import { queueAtOnce } from '@balcao/domain/reception/queue-at-once'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { addTicket } from './add-ticket'
import { recordChange } from './record-change'
import { liveTicketOfContact, type TicketRow } from './tickets.queries'

/**
 * Where a message stands that the server sends on its own: in the contact's live ticket, else in a new closed one
 * (SCHED-12), so that nobody is called to a conversation in which nobody has answered. It stands in the queue that
 * reception would choose. The contact must be locked.
 */
export async function liveOrClosedTicket(
  work: CompanyWork,
  about: { contact: ContactRow; connectionId: ConnectionId; userId: UserId | null },
): Promise<TicketRow> {
  const { contact, connectionId, userId } = about
  const live = await work.db.row(liveTicketOfContact, [contact.id])
  if (live !== null) return live

  const queueId = queueAtOnce(await queuesOfConnection(work, connectionId))
  const ticket = await addTicket(work, contact, { connectionId, queueId, userId, status: 'closed' })
  await recordChange(work, null, ticket.id)
  return ticket
}

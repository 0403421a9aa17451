import type { ConnectionId, ContactId, QueueId, UserId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { applyTransition } from './apply-transition'
import {
  liveTicketOfContact,
  liveTicketsOfConnection,
  liveTicketsOfQueue,
  openTicketsOfUser,
} from './tickets.queries'

/**
 * What happens to tickets when something that they hang on goes away. Each is an act of its own on its ticket, with
 * history and event; a user or queue has at most some hundred live tickets, so one by one is no loop over data.
 */

/** Open tickets of a user who leaves, or who lost these queues, wait again in their queue. */
export async function returnTicketsOfUser(
  work: CompanyWork,
  userId: UserId,
  queueIds: readonly QueueId[] | null,
): Promise<void> {
  for (const ticket of await work.db.rows(openTicketsOfUser, [userId, queueIds])) {
    await applyTransition(work, ticket, 'release')
  }
}

/** Live tickets of a queue that goes away move to another queue, or wait without one; open ones keep their owner. */
export async function moveTicketsOfQueue(
  work: CompanyWork,
  queueId: QueueId,
  moveTo: QueueId | null,
): Promise<void> {
  for (const ticket of await work.db.rows(liveTicketsOfQueue, [queueId])) {
    await applyTransition(work, ticket, 'move', { queue_id: moveTo })
  }
}

/** Live tickets of a connection that goes away go on over another one, if there is any. */
export async function moveTicketsOfConnection(
  work: CompanyWork,
  connectionId: ConnectionId,
  successorId: ConnectionId | null,
): Promise<void> {
  for (const ticket of await work.db.rows(liveTicketsOfConnection, [connectionId])) {
    await applyTransition(work, ticket, 'move', { connection_id: successorId })
  }
}

/** A contact with a live ticket stays. */
export async function refuseWhileTicketIsLive(work: CompanyWork, contactId: ContactId): Promise<void> {
  const live = await work.db.row(liveTicketOfContact, [contactId])
  if (live !== null) throw refuse('ERR_CONTACT_HAS_LIVE_TICKET')
}

import type { ConnectionId, ContactId, QueueId, UserId } from '@balcao/domain/ids'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import { lockLiveTicketOfContact } from '../contact/live-tickets'
import { liveTicketsOfConnection, liveTicketsOfQueue, openTicketsOfUser } from '../tickets.queries'
import { applyTransition } from './apply-transition'

// Each ticket gets its own history entry and event, so these loops query once per ticket: some hundred times at most.

/** Returns a user's open tickets to their queues: only tickets in `queueIds`, or all if it is null. */
export async function returnTicketsOfUserToQueues(
  work: CompanyWork,
  userId: UserId,
  queueIds: readonly QueueId[] | null,
): Promise<void> {
  for (const ticket of await work.db.rows(openTicketsOfUser, { userId, queueIds })) {
    await applyTransition(work, ticket, 'release')
  }
}

/** Moves the live tickets of a deleted queue to another queue, or to none. Open tickets keep their owner. */
export async function moveTicketsOfDeletedQueue(
  work: CompanyWork,
  queueId: QueueId,
  moveTo: QueueId | null,
): Promise<void> {
  for (const ticket of await work.db.rows(liveTicketsOfQueue, { queueId })) {
    await applyTransition(work, ticket, 'move', { queue_id: moveTo })
  }
}

/** Moves the live tickets of a connection that is deleted to another connection, or to none. */
export async function moveTicketsOfDeletedConnection(
  work: CompanyWork,
  connectionId: ConnectionId,
  successorId: ConnectionId | null,
): Promise<void> {
  for (const ticket of await work.db.rows(liveTicketsOfConnection, { connectionId })) {
    await applyTransition(work, ticket, 'move', { connection_id: successorId })
  }
}

/** Refuses to delete a contact with a live ticket. */
export async function refuseContactWithLiveTicket(work: CompanyWork, contactId: ContactId): Promise<void> {
  const live = await lockLiveTicketOfContact(work, { id: contactId })
  if (live !== null) throw refuse('ERR_CONTACT_HAS_LIVE_TICKET')
}

import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { connectionToUse } from '../../connections/connections.access'
import { queueToRead } from '../../queues/queues.access'
import { userToRead } from '../../users/users.access'
import { userWithQueues } from '../../users/users.read'
import type { TicketRow } from '../tickets.queries'

/** Admins may open or accept tickets in any queue of the company, others only in their own queues. */
export async function requireQueueOfPerson(work: PersonWork, queueId: QueueId): Promise<QueueId> {
  const { id } = await queueToRead(work, queueId)
  if (!isAdmin(work.actor) && !work.actor.queueIds.includes(id)) throw refuse('ERR_QUEUE_NOT_FOUND')
  return id
}

/** Refuses a user who does not serve the queue and so may not own its tickets. Admins serve all queues. */
export async function requireUserOfQueue(
  work: CompanyWork,
  userId: UserId,
  queueId: QueueId,
): Promise<UserId> {
  const { id, profile, queues } = await userToRead(work, userId)
  if (profile !== 'admin' && !queues.some((queue) => queue.id === queueId))
    throw refuse('ERR_USER_NOT_IN_QUEUE')
  return id
}

/** The requested connection, which must belong to the company, or the ticket's current one when none is requested. */
export async function connectionAfterTransition(
  work: CompanyWork,
  ticket: TicketRow,
  wantedId: ConnectionId | undefined,
): Promise<ConnectionId | null> {
  return wantedId === undefined ? ticket.connection_id : connectionToUse(work, wantedId)
}

export async function nameOfUser(work: CompanyWork, userId: UserId): Promise<string> {
  return (await userWithQueues(work, userId))?.name ?? ''
}

export async function defaultConnectionOfUser(
  work: CompanyWork,
  userId: UserId,
): Promise<ConnectionId | null> {
  return (await userWithQueues(work, userId))?.default_connection_id ?? null
}

import type { TicketId } from '@balcao/domain/ids'
import { mayReadTicket } from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { ticketFactsOfRow } from '../ticket-facts'
import { transferUndone } from '../tickets.hooks'
import { lockTicket } from '../tickets.queries'
import type { UnsignedTicket } from '../tickets.view'
import { applyTransition } from './apply-transition'
import { requireUserOfQueue } from './choices'
import { deleteHandover } from './handovers'
import { undoableTransfer } from './handovers.queries'

/** The page offers the undo for five seconds, or longer under the pointer. The limit also allows for slow networks. */
const undoableMilliseconds = 60_000

/**
 * A person may undo their own transfer even if they may no longer read the ticket (docs/features/tickets.md). Refused
 * after any later change of the ticket or answer in it. The customer gets no message about the undo.
 */
export async function undoTransfer(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  const ticket = await work.db.row(lockTicket, { ticketId })
  if (ticket === null) throw refuse('ERR_NO_TICKET_FOUND')
  const since = new Date(work.now.getTime() - undoableMilliseconds)
  const before = await work.db.row(undoableTransfer, { ticketId, userId: work.actor.userId, since })
  if (before === null) throw refuse('ERR_TRANSFER_FINAL')
  const change = {
    status: before.before_status,
    user_id: before.before_user_id,
    queue_id: before.before_queue_id,
    connection_id: before.before_connection_id,
  }
  if (!mayReadTicket(work.actor, ticketFactsOfRow({ ...ticket, ...change })))
    throw refuse('ERR_NO_PERMISSION')
  const { user_id: ownerId, queue_id: queueId } = change
  // A user with allTicket may own tickets of queues that they do not serve (decision 0002).
  const mayOwnAny = ownerId === work.actor.userId && work.actor.allTicket
  if (ownerId !== null && queueId !== null && !mayOwnAny) await requireUserOfQueue(work, ownerId, queueId)

  await work.runHook(transferUndone, { ticketId })
  await deleteHandover(work, ticketId)
  return applyTransition(work, ticket, 'undoTransfer', change)
}

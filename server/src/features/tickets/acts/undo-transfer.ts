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

/**
 * How long an undo is accepted. The page offers it for five seconds, longer while the pointer is over its
 * bar, and a slow network adds to that.
 */
const undoableMilliseconds = 60_000

/**
 * Undoes this person's own transfer: restores owner, queue and connection (docs/features/tickets.md). The
 * transfer grants the right to undo it, because the person may no longer read the ticket. Refused after any
 * later change of the ticket or answer in it. The customer gets no message about the undo.
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

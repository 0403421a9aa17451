import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { BotFieldsUpdate, TransferTarget } from '@balcao/domain/ticket-update'
import { allowsTicketTransition } from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { queueToRead } from '../../queues/queues.access'
import { ticketToChange } from '../tickets.access'
import { ticketTransferred } from '../tickets.hooks'
import type { TicketRow } from '../tickets.queries'
import type { UnsignedTicket } from '../tickets.view'
import { applyTransition, clearedBotColumns } from './apply-transition'
import { botColumnsAfterTransition } from './bot-acts'
import { connectionAfterTransition, requireUserOfQueue } from './choices'
import { notifyHandoverReceiver, storeHandover } from './handovers'

export interface Transfer extends TransferTarget {
  /** A text for the receiver, stored as an internal note of the ticket. */
  readonly note: string | null
}

/** Transfers to a queue, where the ticket waits (TICKET-23), or to a user of it (TICKET-24). `bot` may set a bot. */
export async function transferTicket(
  work: PersonWork,
  ticketId: TicketId,
  to: Transfer,
  bot: BotFieldsUpdate,
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  if (!allowsTicketTransition('transfer', ticket.status)) throw refuse('ERR_TICKET_STATE')
  const queue_id = to.queueId === undefined ? ticket.queue_id : (await queueToRead(work, to.queueId)).id
  const user_id = await ownerAfter(work, ticket, queue_id, to.userId)
  const connection_id = await connectionAfterTransition(work, ticket, to.connectionId)
  const botAfter = await botColumnsAfterTransition(work, ticket, bot, clearedBotColumns)

  const status = user_id === null ? 'pending' : 'open'
  const change = { status, user_id, queue_id, connection_id, ...botAfter } as const
  const transferred = await applyTransition(work, ticket, 'transfer', change)
  // A ticket with an unchanged owner gets no handover.
  const receiverId = user_id === ticket.user_id ? null : user_id
  const handoverId = await storeHandover(work, ticket, receiverId)
  await work.runHook(ticketTransferred, {
    ticketId: ticket.id,
    contactId: ticket.contact_id,
    queueId: queue_id,
    userId: user_id,
    byUserId: work.actor.userId,
    handoverId,
    note: to.note,
  })
  await notifyHandoverReceiver(work, handoverId, receiverId)
  return transferred
}

/** The owner after a transfer, who must serve the queue. The current owner may stay while the queue does not change. */
async function ownerAfter(
  work: PersonWork,
  ticket: TicketRow,
  queueId: QueueId | null,
  wantedId: UserId | null | undefined,
): Promise<UserId | null> {
  const userId = wantedId === undefined ? ticket.user_id : wantedId
  const isKept = userId === ticket.user_id && queueId === ticket.queue_id
  return isKept || userId === null || queueId === null ? userId : requireUserOfQueue(work, userId, queueId)
}

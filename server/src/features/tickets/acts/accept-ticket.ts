import type { TicketId } from '@balcao/domain/ids'
import type { BotFieldsUpdate, TicketQueueAndConnection } from '@balcao/domain/ticket-update'
import { allowsTicketTransition } from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { lockLongestWaitingTicket } from '../lists/ticket-lists.queries'
import { ticketToChange } from '../tickets.access'
import { mayReadTicketParams } from '../tickets.read'
import type { UnsignedTicket } from '../tickets.view'
import { applyTransition, clearedBotColumns } from './apply-transition'
import { botColumnsAfterTransition } from './bot-acts'
import { connectionAfterTransition, nameOfUser, requireQueueOfPerson } from './choices'

/**
 * Makes this person the owner (TICKET-16, TICKET-51). Of two concurrent calls the first wins, and the refusal of the
 * second names the owner (TICKET-52). A ticket without a queue gets `queueId`. Without `bot`, its bot ends (BOT-11).
 */
export async function acceptTicket(
  work: PersonWork,
  ticketId: TicketId,
  { queueId, connectionId }: TicketQueueAndConnection = {},
  bot: BotFieldsUpdate = {},
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  if (ticket.status === 'open' && ticket.user_id !== null) {
    throw refuse('ERR_TICKET_ALREADY_ACCEPTED', { userName: await nameOfUser(work, ticket.user_id) })
  }
  if (!allowsTicketTransition('accept', ticket.status)) throw refuse('ERR_TICKET_STATE')
  const queue_id =
    ticket.queue_id ?? (queueId === undefined ? null : await requireQueueOfPerson(work, queueId))
  const connection_id = await connectionAfterTransition(work, ticket, connectionId)
  const botAfter = await botColumnsAfterTransition(work, ticket, bot, clearedBotColumns)

  return applyTransition(work, ticket, 'accept', { queue_id, connection_id, ...botAfter })
}

/** Concurrent calls accept different tickets, because the query for the longest waiting one skips locked rows. */
export async function acceptNextTicket(work: PersonWork): Promise<UnsignedTicket | null> {
  const next = await work.db.row(lockLongestWaitingTicket, mayReadTicketParams(work))
  return next && acceptTicket(work, next.id)
}

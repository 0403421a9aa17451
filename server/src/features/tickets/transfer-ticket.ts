import type { ConnectionId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { connectionToUse } from '../connections/connections.access'
import { queueToRead } from '../queues/queues.access'
import { withoutBot } from './bot-acts'
import { changeTicket } from './change-ticket'
import { colleagueFor } from './choices'
import { keepHandover, tellReceiver } from './handovers'
import { ticketToChange } from './tickets.access'
import { personGoesOn, ticketTransferred } from './tickets.reactions'
import type { UnsignedTicket } from './tickets.view'

export interface Transfer {
  readonly queueId: QueueId
  readonly userId: UserId | null
  readonly connectionId: ConnectionId | null
  /** For the receiver: an internal note of the ticket. */
  readonly note: string | null
}

/**
 * Hands a live ticket over: to a queue, where it waits without an owner (TICKET-23), or to a person who serves that
 * queue, with whom it goes on (TICKET-24).
 */
export async function transferTicket(
  work: PersonWork,
  ticketId: TicketId,
  to: Transfer,
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  if (ticket.status === 'closed') throw refuse('ERR_TICKET_STATE')
  const { id: queue_id } = await queueToRead(work, to.queueId)
  const user_id = to.userId === null ? null : await colleagueFor(work, to.userId, to.queueId)
  const connection_id =
    to.connectionId === null ? ticket.connection_id : await connectionToUse(work, to.connectionId)

  const status = user_id === null ? 'pending' : 'open'
  const change = { status, user_id, queue_id, connection_id, ...withoutBot } as const
  await work.react(personGoesOn, { ticketId: ticket.id })
  const transferred = await changeTicket(work, ticket, change, 'transferred')
  const handoverId = await keepHandover(work, ticket, user_id)
  await work.react(ticketTransferred, {
    ticketId: ticket.id,
    contactId: ticket.contact_id,
    queueId: queue_id,
    userId: user_id,
    byUserId: work.actor.userId,
    handoverId,
    note: to.note,
  })
  await tellReceiver(work, handoverId, user_id)
  return transferred
}

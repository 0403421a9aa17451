import type { TicketId } from '@balcao/domain/ids'
import type { CarriedBot } from '@balcao/domain/ticket-update'
import type { PersonWork } from '../../platform/work'
import { applyTransition } from './apply-transition'
import { carriedBot } from './bot-acts'
import { ticketToAnswer } from './tickets.access'
import type { UnsignedTicket } from './tickets.view'

/**
 * Returns an open ticket to its queue, where it waits without an owner (TICKET-19). A bot that the call carries, or that
 * the ticket has kept, answers the customer's next message (docs/features/tickets.md).
 */
export async function returnTicket(
  work: PersonWork,
  ticketId: TicketId,
  bot: CarriedBot,
): Promise<UnsignedTicket> {
  const ticket = await ticketToAnswer(work, ticketId)
  return applyTransition(work, ticket, 'return', await carriedBot(work, ticket, bot, ticket))
}

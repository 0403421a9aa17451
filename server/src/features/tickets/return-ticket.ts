import type { TicketId } from '@balcao/domain/ids'
import type { PersonWork } from '../../platform/work'
import { withoutBot } from './bot-acts'
import { changeTicket } from './change-ticket'
import { ticketToAnswer } from './tickets.access'
import type { UnsignedTicket } from './tickets.view'

/** An open ticket goes back to waiting in its queue, without an owner (TICKET-19). */
export async function returnTicket(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  const ticket = await ticketToAnswer(work, ticketId)
  return changeTicket(work, ticket, { ...withoutBot, status: 'pending', user_id: null }, 'returned')
}

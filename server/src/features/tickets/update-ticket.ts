import type { TicketId } from '@balcao/domain/ids'
import { actOf, type CarriedBot, type TicketUpdate } from '@balcao/domain/ticket-update'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { acceptTicket } from './accept-ticket'
import { changeBot } from './bot-acts'
import { resolveTicket } from './close-ticket'
import { reopenTicket } from './reopen-ticket'
import { returnTicket } from './return-ticket'
import { factsOf } from './ticket-facts'
import { ticketToRead } from './tickets.access'
import type { UnsignedTicket } from './tickets.view'
import { transferTicket } from './transfer-ticket'

/** One wire call carries five acts. Derives the act from the fields, and calls its verb. */
export async function updateTicket(
  work: PersonWork,
  ticketId: TicketId,
  update: TicketUpdate,
  bot: CarriedBot,
  /** Only of a transfer: for the receiver. */
  note: string | null = null,
): Promise<UnsignedTicket> {
  const ticket = await ticketToRead(work, ticketId)
  const meant = actOf(factsOf(ticket), update, work.actor.userId)
  switch (meant.act) {
    case 'accept':
      return acceptTicket(work, ticketId, meant, bot)
    case 'return':
      return returnTicket(work, ticketId, bot)
    case 'resolve':
      return resolveTicket(work, ticketId)
    case 'reopen':
      return reopenTicket(work, ticketId, meant, bot)
    case 'transfer':
      return transferTicket(work, ticketId, { ...meant, note }, bot)
    case 'refuse':
      throw meant.why === 'queue-required' ? refuse('ERR_QUEUE_REQUIRED') : refuse('ERR_TICKET_STATE')
    case 'stay':
      return changeBot(work, ticketId, bot)
  }
}

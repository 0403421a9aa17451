import type { TicketId } from '@balcao/domain/ids'
import { actOf, type TicketUpdate } from '@balcao/domain/ticket-update'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { acceptTicket } from './accept-ticket'
import { reopenTicket } from './reopen-ticket'
import { resolveTicket } from './resolve-ticket'
import { returnTicket } from './return-ticket'
import { factsOf } from './ticket-facts'
import { ticketToRead } from './tickets.access'
import { wireTicket } from './tickets.read'
import type { UnsignedTicket } from './tickets.view'
import { transferTicket } from './transfer-ticket'

/** One call of the wire carries five acts; this finds which one is meant and lets its verb do it. */
export async function updateTicket(
  work: PersonWork,
  ticketId: TicketId,
  update: TicketUpdate,
  /** Of a transfer: for the receiver. */
  note: string | null = null,
): Promise<UnsignedTicket> {
  const ticket = await ticketToRead(work, ticketId)
  const meant = actOf(factsOf(ticket), update, work.actor.userId)
  switch (meant.act) {
    case 'accept':
      return acceptTicket(work, ticketId, meant.queueId)
    case 'return':
      return returnTicket(work, ticketId)
    case 'resolve':
      return resolveTicket(work, ticketId)
    case 'reopen':
      return reopenTicket(work, ticketId)
    case 'transfer':
      return transferTicket(work, ticketId, { ...meant, note })
    case 'refuse':
      throw meant.why === 'queue-required' ? refuse('ERR_QUEUE_REQUIRED') : refuse('ERR_TICKET_STATE')
    case 'nothing':
      return wireTicket(work, ticket.id)
  }
}

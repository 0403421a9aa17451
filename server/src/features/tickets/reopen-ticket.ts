import type { TicketId } from '@balcao/domain/ids'
import type { CarriedBot, Place } from '@balcao/domain/ticket-update'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { contactToServe } from '../contacts/contacts.access'
import { applyTransition } from './apply-transition'
import { carriedBot } from './bot-acts'
import { connectionAfter } from './choices'
import { otherLiveTicket } from './other-live-ticket'
import { ticketToChange, ticketToRead } from './tickets.access'
import type { UnsignedTicket } from './tickets.view'

/**
 * Reopens a closed ticket in its queue, with this person as its owner (TICKET-21). Refuses while the contact has a live
 * ticket.
 */
export async function reopenTicket(
  work: PersonWork,
  ticketId: TicketId,
  { connectionId }: Pick<Place, 'connectionId'>,
  bot: CarriedBot,
): Promise<UnsignedTicket> {
  const { contact_id } = await ticketToRead(work, ticketId)
  await contactToServe(work, contact_id) // locks the contact before the ticket, like every act that opens tickets
  const ticket = await ticketToChange(work, ticketId)
  const other = await otherLiveTicket(work, contact_id)
  if (other !== null && other.id === ticket.id) throw refuse('ERR_TICKET_STATE')
  if (other !== null) {
    throw refuse('ERR_OTHER_OPEN_TICKET', {
      userName: other.user?.name ?? '',
      queueName: other.queue?.name ?? '',
    })
  }
  const connection_id = await connectionAfter(work, ticket, connectionId)
  const botAfter = await carriedBot(work, ticket, bot, ticket)
  return applyTransition(work, ticket, 'reopen', { connection_id, ...botAfter })
}

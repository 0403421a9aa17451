import type { TicketId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { withoutBot } from './bot-acts'
import { changeTicket } from './change-ticket'
import { markTicketRead } from './mark-ticket-read'
import { ticketToChange } from './tickets.access'
import { personGoesOn, ticketResolved } from './tickets.hooks'
import type { UnsignedTicket } from './tickets.view'

/**
 * Closes a live ticket: whoever closes it is its user, the queue stays, integration and prompt are cleared
 * (TICKET-20). A pending one may be closed too, by whoever may read it.
 */
export async function resolveTicket(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  // Somebody may have closed it while this act stood in line: the first stays its user.
  if (ticket.status === 'closed') throw refuse('ERR_TICKET_STATE')
  await markTicketRead(work, ticket.id)
  await work.runHook(personGoesOn, { ticketId: ticket.id })
  const change = { ...withoutBot, status: 'closed', user_id: work.actor.userId } as const
  const closed = await changeTicket(work, ticket, change, 'closed')
  const { id, is_group: isGroup, user_id } = ticket
  await work.runHook(ticketResolved, { ticketId: id, isGroup, wasAttended: user_id !== null })
  return closed
}

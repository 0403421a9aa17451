import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { ticketToChange } from '../tickets.access'
import { lockTicket } from '../tickets.queries'
import type { UnsignedTicket } from '../tickets.view'
import { applyTransition, clearedBotColumns } from './apply-transition'
import { type IdleTicketRow, lockIdleTickets } from './ticket-timers.queries'

/** This person becomes the owner of the closed ticket (TICKET-20). The second of two concurrent calls is refused. */
export async function resolveTicket(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  return applyTransition(work, await ticketToChange(work, ticketId), 'resolve')
}

/** Closes the ticket for a program of the company (EXTAPI-07). A closed ticket stays as it is. */
export async function closeTicketByProgram(work: CompanyWork, id: TicketId): Promise<void> {
  const ticket = await work.db.row(lockTicket, { ticketId: id })
  if (ticket !== null && ticket.status !== 'closed') await applyTransition(work, ticket, 'closeByProgram')
}

/** Closes those of the tickets that are still idle (BOT-06). The row locks make concurrent calls safe. */
export async function closeIdleTickets(
  work: CompanyWork,
  ids: readonly TicketId[],
): Promise<readonly IdleTicketRow[]> {
  const tickets = await work.db.rows(lockIdleTickets, { ids, now: work.now })
  for (const ticket of tickets) await applyTransition(work, ticket, 'closeIdle')
  return tickets.map((ticket) => ({ ...ticket, ...clearedBotColumns, status: 'closed' }))
}

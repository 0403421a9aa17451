import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { applyTransition, withoutBot } from './apply-transition'
import { type IdleTicketRow, lockIdleTickets } from './ticket-timers.queries'
import { ticketToChange } from './tickets.access'
import { lockTicket } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

/** A person who may read the live ticket closes it and becomes its owner (TICKET-20). Of two at once the first is its owner. */
export async function resolveTicket(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  return applyTransition(work, await ticketToChange(work, ticketId), 'resolve')
}

/** A program of the company closes the ticket (EXTAPI-07). A closed one stays as it is. */
export async function closeByProgram(work: CompanyWork, id: TicketId): Promise<void> {
  const ticket = await work.db.row(lockTicket, [id])
  if (ticket !== null && ticket.status !== 'closed') await applyTransition(work, ticket, 'closeByProgram')
}

/** An idle ticket that was closed, with the message that its connection sends then. */
export interface ClosedIdleTicket {
  readonly ticket: IdleTicketRow
  /** A template. */
  readonly message: string
}

/** Closes those of the tickets that are still idle (BOT-06). It may run twice, and at once. */
export async function closeIdleTickets(
  work: CompanyWork,
  ids: readonly TicketId[],
): Promise<readonly ClosedIdleTicket[]> {
  const tickets = await work.db.rows(lockIdleTickets, [ids, work.now])
  for (const ticket of tickets) await applyTransition(work, ticket, 'closeIdle')
  return tickets.map((ticket) => ({
    ticket: { ...ticket, ...withoutBot, status: 'closed' },
    message: ticket.expires_inactive_message,
  }))
}

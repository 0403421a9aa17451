import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { changeTicket } from './change-ticket'
import { type IdleTicketRow, lockIdleTickets } from './ticket-timers.queries'

/** An idle ticket that was closed, with what is said then. */
export interface ClosedIdleTicket {
  readonly ticket: IdleTicketRow
  /** A template. */
  readonly message: string
}

/**
 * Closes those of the tickets that are idle still (BOT-06); their owners stay theirs. May run twice, and at once. Higher
 * features say the words.
 */
export async function closeIdleTickets(
  work: CompanyWork,
  ids: readonly TicketId[],
): Promise<readonly ClosedIdleTicket[]> {
  const tickets = await work.db.rows(lockIdleTickets, [ids, work.now])
  const change = {
    status: 'closed',
    chatbot: false,
    use_integration: false,
    prompt_id: null,
    integration_id: null,
  } as const
  for (const ticket of tickets) await changeTicket(work, ticket, change, 'closed')
  return tickets.map((ticket) => ({
    ticket: { ...ticket, ...change },
    message: ticket.expires_inactive_message,
  }))
}

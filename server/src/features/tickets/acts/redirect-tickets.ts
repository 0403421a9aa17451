import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import { placeTicket } from './place-ticket'
import { lockUnqueuedTickets } from './ticket-timers.queries'

/**
 * Moves tickets that wait without a queue into the queue that their connection names (BOT-05). Returns how many it moved.
 * Safe to repeat and to run concurrently: the locking query skips tickets that are no longer due.
 */
export async function redirectTickets(work: CompanyWork, ids: readonly TicketId[]): Promise<number> {
  const tickets = await work.db.rows(lockUnqueuedTickets, { ids, now: work.now })
  for (const { send_queue_id, ...ticket } of tickets) {
    await placeTicket(work, ticket, { queue_id: send_queue_id, chatbot: false })
  }
  return tickets.length
}

import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { placeTicket } from './place-ticket'
import { lockUnqueuedTickets } from './ticket-timers.queries'

/**
 * Tickets that nobody took up go to the queue that their connection names (BOT-05). Those that are not due any more are
 * left alone, so it may run twice, and at once. Says how many went.
 */
export async function redirectTickets(work: CompanyWork, ids: readonly TicketId[]): Promise<number> {
  const tickets = await work.db.rows(lockUnqueuedTickets, [ids, work.now])
  for (const { send_queue_id, ...ticket } of tickets) {
    await placeTicket(work, ticket, { queue_id: send_queue_id, chatbot: false })
  }
  return tickets.length
}

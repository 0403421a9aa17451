import type { TicketId } from '@balcao/domain/ids'
import type { Rating } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../platform/work'
import { noteEvent } from './note-event'
import { recordChange } from './record-change'
import { isToBeRated } from './ticket-events.queries'
import { lockTicket, raiseVersion } from './tickets.queries'

/**
 * The customer's word on an attendance, for whoever closed it: kept as a line of history, of which the dashboard's
 * rating is made (DASH-14). A close is rated once; false when there is none to rate, and nothing was done. For the
 * system's own acts: it is the customer who rates, no user.
 */
export async function rateTicket(work: CompanyWork, ticketId: TicketId, rating: Rating): Promise<boolean> {
  const ticket = await work.db.row(lockTicket, [ticketId])
  if (ticket?.status !== 'closed') return false
  const last = await work.db.row(isToBeRated, [ticketId])
  if (last?.is_due !== true) return false

  await work.db.run(raiseVersion, [ticketId])
  await noteEvent(work, ticket, 'rated', { rating })
  await recordChange(work, ticket, ticketId)
  return true
}

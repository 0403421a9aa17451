import type { PersonWork } from '../../platform/work'
import { acceptTicket } from './accept-ticket'
import { lockLongestWaiting } from './ticket-lists.queries'
import { mayReadParams } from './tickets.read'
import type { UnsignedTicket } from './tickets.view'

/**
 * Accepts the ticket that has waited longest among those that this person may accept; null when none waits. Concurrent
 * calls get different tickets, because the query skips locked rows.
 */
export async function acceptNextTicket(work: PersonWork): Promise<UnsignedTicket | null> {
  const next = await work.db.row(lockLongestWaiting, mayReadParams(work))
  return next && acceptTicket(work, next.id)
}

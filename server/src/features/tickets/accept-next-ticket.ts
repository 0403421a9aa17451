import type { PersonWork } from '../../platform/work'
import { acceptTicket } from './accept-ticket'
import { lockLongestWaiting } from './ticket-lists.queries'
import { mayReadParams } from './tickets.read'
import type { UnsignedTicket } from './tickets.view'

/** Accepts whoever has waited longest of those that this person may accept; of two at once each gets another. */
export async function acceptNextTicket(work: PersonWork): Promise<UnsignedTicket | null> {
  const next = await work.db.row(lockLongestWaiting, mayReadParams(work))
  return next && acceptTicket(work, next.id)
}

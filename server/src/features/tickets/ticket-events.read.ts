import type { TicketEventView } from '@balcao/contract/ticket-events'
import type { TicketId, UserId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { acceptedOwnReturn, eventsOfContact } from './ticket-events.queries'
import { ticketToLookAt } from './tickets.access'
import { mayReadParams } from './tickets.read'

const most = 500
const ownReturnMilliseconds = 60_000

/**
 * What happened to the tickets of this ticket's contact that this person may read, and when the others were opened, oldest
 * first; of many the newest.
 */
export async function listTicketEvents(
  work: PersonWork,
  ticketId: TicketId,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): Promise<{ events: TicketEventView[]; hasMore: boolean }> {
  const { contact_id } = await ticketToLookAt(work, ticketId)
  const rows = await work.db.rows(eventsOfContact, [
    ...mayReadParams(work),
    contact_id,
    since === undefined ? null : new Date(since),
    until === undefined ? null : new Date(until),
    most + 1, // one more tells whether there is more
  ])
  const events = rows.slice(0, most).map(({ event }) => event)
  return { events: events.reverse(), hasMore: rows.length > most }
}

/**
 * Of a ticket that this person has just accepted: whether they had accepted it before and returned it themselves less than
 * a minute ago, and so take their return back. To the customer nothing has changed.
 */
export async function hasTakenBackReturn(
  work: CompanyWork,
  ticketId: TicketId,
  by: UserId,
): Promise<boolean> {
  const since = new Date(work.now.getTime() - ownReturnMilliseconds)
  const { is_own_return } = await work.db.one(acceptedOwnReturn, [ticketId, by, since])
  return is_own_return
}

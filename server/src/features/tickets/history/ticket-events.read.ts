import type { TicketEventView } from '@balcao/contract/ticket-events'
import type { TicketId, UserId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { ticketToView } from '../tickets.access'
import { mayReadTicketParams } from '../tickets.read'
import { isAcceptedAgainAfterOwnReturn, ticketEventsOfContact } from './ticket-events.queries'

const maxEvents = 500
const ownReturnMilliseconds = 60_000

/** The newest 500 entries, oldest first. A ticket that this person may not read shows only when it was created. */
export async function listTicketEvents(
  work: PersonWork,
  ticketId: TicketId,
  { since, until }: { since?: string | undefined; until?: string | undefined },
): Promise<{ events: TicketEventView[]; hasMore: boolean }> {
  const { contact_id } = await ticketToView(work, ticketId)
  const rows = await work.db.rows(ticketEventsOfContact, {
    ...mayReadTicketParams(work),
    contactId: contact_id,
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(until),
    limit: maxEvents + 1, // the extra row shows that there is more
  })
  const events = rows.slice(0, maxEvents).map(({ event }) => event)
  return { events: events.reverse(), hasMore: rows.length > maxEvents }
}

/** Accepted, returned and accepted again within a minute: the customer needs no second greeting (TICKET-17). */
export async function hasReacceptedReturnedTicket(
  work: CompanyWork,
  ticketId: TicketId,
  by: UserId,
): Promise<boolean> {
  const since = new Date(work.now.getTime() - ownReturnMilliseconds)
  const { is_own_return } = await work.db.one(isAcceptedAgainAfterOwnReturn, { ticketId, userId: by, since })
  return is_own_return
}

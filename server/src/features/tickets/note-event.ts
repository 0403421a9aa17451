import type { ConnectionId } from '@balcao/domain/ids'
import type { Rating } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../platform/work'
import { insertTicketEvent, type LineKind } from './ticket-events.queries'
import { factsOf } from './ticket-facts'
import { ticketHappened } from './tickets.events'
import type { TicketRow } from './tickets.queries'

interface EventDetails {
  /** Only where the ticket goes on over another one. */
  readonly connectionId?: ConnectionId | null
  /** Only of `rated`. */
  readonly rating?: Rating
  /** Only of `created`: the ticket holds what was sent to somebody, and nobody had begun it. */
  readonly isOutbound?: boolean
}

/**
 * Writes one line of a ticket's history, and tells those who have its conversation open. `ticket` is as it stands after
 * what happened.
 */
export async function noteEvent(
  work: CompanyWork,
  ticket: TicketRow,
  kind: LineKind,
  { connectionId = null, rating, isOutbound = false }: EventDetails = {},
): Promise<void> {
  const byUserId = work.actor.kind === 'person' ? work.actor.userId : null
  const { event } = await work.db.one(insertTicketEvent, [
    ticket.id,
    kind,
    work.now,
    ticket.user_id,
    ticket.queue_id,
    byUserId,
    connectionId,
    rating ?? null,
    isOutbound,
  ])
  work.record(ticketHappened, { facts: factsOf(ticket), event })
}

import type { ConnectionId } from '@balcao/domain/ids'
import type { Rating, TicketHistoryKind } from '@balcao/domain/tickets'

import type { CompanyWork } from '../../../platform/work'
import { factsOf } from '../ticket-facts'
import { ticketHappened } from '../tickets.events'
import type { TicketRow } from '../tickets.queries'
import { insertTicketEvent } from './ticket-events.queries'

interface EntryDetails {
  /** Only when the ticket moves to another connection. */
  readonly connectionId?: ConnectionId | null
  /** Only of `rated`. */
  readonly rating?: Rating
  /** Only of `created`: the ticket was created closed, for a message that we sent first. Statistics skip it. */
  readonly isOutbound?: boolean
}

/**
 * Writes one entry of a ticket's history, and publishes it to pages with the conversation open. `ticket` is the row after
 * the change.
 */
export async function addHistoryEntry(
  work: CompanyWork,
  ticket: TicketRow,
  kind: TicketHistoryKind,
  { connectionId = null, rating, isOutbound = false }: EntryDetails = {},
): Promise<void> {
  const byUserId = work.actor.kind === 'person' ? work.actor.userId : null
  const { event } = await work.db.one(insertTicketEvent, {
    ticketId: ticket.id,
    kind,
    at: work.now,
    userId: ticket.user_id,
    queueId: ticket.queue_id,
    byUserId,
    connectionId,
    rating: rating ?? null,
    isOutbound,
  })
  work.record(ticketHappened, { facts: factsOf(ticket), event })
}

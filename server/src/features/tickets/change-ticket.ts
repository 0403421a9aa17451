import type { CompanyWork } from '../../platform/work'
import { noteEvent } from './note-event'
import { recordChange } from './record-change'
import type { TicketChange } from './tickets.events'
import { saveTicket, type TicketRow } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

/** What happened, as the history of the ticket keeps it. */
export type TicketHappening =
  | 'created'
  | 'queued'
  | 'accepted'
  | 'returned'
  | 'transferred'
  | 'closed'
  | 'reopened'

/**
 * Writes the next state of a locked ticket, its line of history, and the event: every act on a ticket ends here. What is
 * no news to people (`happening` null) leaves no line.
 */
export async function changeTicket(
  work: CompanyWork,
  before: TicketRow,
  change: Partial<TicketRow>,
  happening: TicketHappening | null,
): Promise<UnsignedTicket> {
  const next = { ...before, ...change }
  await work.db.run(saveTicket, [
    next.id,
    next.status,
    next.user_id,
    next.queue_id,
    next.connection_id,
    next.chatbot,
    next.use_integration,
    next.prompt_id,
    next.integration_id,
    work.now,
  ])
  const connectionId = next.connection_id === before.connection_id ? null : next.connection_id
  if (happening !== null) await noteEvent(work, next, happening, { connectionId })
  return recordChange(work, before, next.id, { transferredBy: transferrerOf(work, happening) })
}

/** The person who transfers the ticket: those who lose sight of it read the name (RT-24). */
function transferrerOf(
  { actor }: CompanyWork,
  happening: TicketHappening | null,
): TicketChange['transferredBy'] {
  if (happening !== 'transferred' || actor.kind !== 'person') return undefined
  return { id: actor.userId, name: actor.name }
}

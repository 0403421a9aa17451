import type { CompanyWork } from '../../../platform/work'
import type { TicketRow } from '../tickets.queries'
import { applyTransition } from './apply-transition'

/** The queue and the bot of a pending ticket. An omitted field stays. */
export type Placement = Partial<
  Pick<TicketRow, 'queue_id' | 'chatbot' | 'use_integration' | 'prompt_id' | 'integration_id'>
>

/** For reception, bots and timers: changes queue and bot of a locked ticket. Writes nothing when they are equal. */
export async function placeTicket(
  work: CompanyWork,
  ticket: TicketRow,
  placement: Placement,
): Promise<TicketRow> {
  const next = { ...ticket, ...placement }
  if (isSame(ticket, next)) return ticket
  const isQueued = next.queue_id !== null && next.queue_id !== ticket.queue_id
  await applyTransition(work, ticket, isQueued ? 'enterQueue' : 'place', placement)
  return next
}

function isSame(one: TicketRow, other: TicketRow): boolean {
  return (
    one.queue_id === other.queue_id &&
    one.chatbot === other.chatbot &&
    one.use_integration === other.use_integration &&
    one.prompt_id === other.prompt_id &&
    one.integration_id === other.integration_id
  )
}

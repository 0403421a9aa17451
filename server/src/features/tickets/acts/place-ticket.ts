import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import type { TicketRow } from '../tickets.queries'
import { applyTransitions } from './apply-transition'
import { lockUnqueuedTickets } from './ticket-timers.queries'

/** The queue and the bot of a pending ticket. An omitted field stays unchanged. */
export type QueueAndBotColumns = Partial<
  Pick<TicketRow, 'queue_id' | 'chatbot' | 'use_integration' | 'prompt_id' | 'integration_id'>
>

/** Sets queue and bot of pending tickets, for reception, bots and timers. Writes nothing where they are equal. */
export async function setQueueAndBotOfTickets(
  work: CompanyWork,
  placements: readonly { readonly ticket: TicketRow; readonly placement: QueueAndBotColumns }[],
): Promise<readonly TicketRow[]> {
  const moves = placements.map(({ ticket, placement }) => ({
    ticket,
    placement,
    next: { ...ticket, ...placement },
  }))
  await applyTransitions(
    work,
    moves
      .filter(({ ticket, next }) => !isSamePlacement(ticket, next))
      .map(({ ticket, placement, next }) => {
        const isQueued = next.queue_id !== null && next.queue_id !== ticket.queue_id
        return { before: ticket, name: isQueued ? 'enterQueue' : 'place', change: placement }
      }),
  )
  return moves.map(({ next }) => next)
}

export async function setQueueAndBotOfTicket(
  work: CompanyWork,
  ticket: TicketRow,
  placement: QueueAndBotColumns,
): Promise<TicketRow> {
  const [placed] = await setQueueAndBotOfTickets(work, [{ ticket, placement }])
  return placed ?? ticket
}

function isSamePlacement(one: TicketRow, other: TicketRow): boolean {
  return (
    one.queue_id === other.queue_id &&
    one.chatbot === other.chatbot &&
    one.use_integration === other.use_integration &&
    one.prompt_id === other.prompt_id &&
    one.integration_id === other.integration_id
  )
}

/** Moves tickets without a queue into the queue that their connection names (BOT-05), if they are still due. */
export async function moveUnqueuedTicketsToQueue(
  work: CompanyWork,
  ids: readonly TicketId[],
): Promise<number> {
  const tickets = await work.db.rows(lockUnqueuedTickets, { ids, now: work.now })
  for (const { send_queue_id, ...ticket } of tickets) {
    await setQueueAndBotOfTicket(work, ticket, { queue_id: send_queue_id, chatbot: false })
  }
  return tickets.length
}

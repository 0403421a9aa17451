import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { beginBotConversation, markNewestAsSkipped } from './bots.queries'

export const turnTask = 'bots.takeTurn'

/**
 * The delay before an assistant answers. People split one thought into several messages, and the assistant
 * answers them together.
 */
export const thoughtMs = 1_500

/** Graphile Worker keeps a row for each queue name forever, so conversations share a fixed number of queues. */
const queueCount = 128

/** Starts or continues the conversation with an outside bot, for a customer's message. */
export async function startBotTurn(work: CompanyWork, { ticketId }: { ticketId: TicketId }): Promise<void> {
  await work.db.run(beginBotConversation, { ticketId })
  enqueueTurn(work, ticketId)
}

/** Starts or continues the conversation with an assistant. */
export async function startAssistantTurn(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(beginBotConversation, { ticketId })
  enqueueTurn(work, ticketId, thoughtMs)
}

/** Marks a message that reception did not pass to the bot, so that no turn answers it. */
export async function skipMessageForBot(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(markNewestAsSkipped, { ticketId })
}

/**
 * Enqueues one waiting job for each conversation; at most one more runs at the time. A turn reads all
 * messages since the last answer, so a surplus job changes nothing.
 */
export function enqueueTurn(
  { enqueue, now, companyId }: Pick<CompanyWork, 'enqueue' | 'now' | 'companyId'>,
  ticketId: TicketId,
  inMilliseconds = 0,
): void {
  const runAt = new Date(now.getTime() + inMilliseconds)
  const name = `${turnTask}:${companyId}:${ticketId}`
  const queue = `${turnTask}:${(companyId * 31 + ticketId) % queueCount}`
  enqueue({ task: turnTask, payload: { ticketId }, runAt, key: name, queue })
}

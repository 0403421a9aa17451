import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { beginBotConversation, markNewestMessageSkippedByBot } from './bots.queries'

export const takeBotTurnTask = 'bots.takeTurn'

/** Waits for further messages, because people split one thought into several. The assistant answers them together. */
export const assistantAnswerDelayMs = 1_500

/** Graphile Worker keeps a row for each queue name forever, so conversations share a fixed number of queues. */
const queueCount = 128

export async function startIntegrationTurn(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(beginBotConversation, { ticketId })
  enqueueBotTurn(work, ticketId)
}

export async function startAssistantTurn(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(beginBotConversation, { ticketId })
  enqueueBotTurn(work, ticketId, assistantAnswerDelayMs)
}

/** Marks a message as answered that reception did not pass to the bot, so that no turn answers it. */
export async function skipMessageForBot(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(markNewestMessageSkippedByBot, { ticketId })
}

/** Replaces a waiting job of the conversation. A turn reads all unanswered messages, so one job is enough. */
export function enqueueBotTurn(
  { enqueue, now, companyId }: Pick<CompanyWork, 'enqueue' | 'now' | 'companyId'>,
  ticketId: TicketId,
  inMilliseconds = 0,
): void {
  const runAt = new Date(now.getTime() + inMilliseconds)
  const name = `${takeBotTurnTask}:${companyId}:${ticketId}`
  const queue = `${takeBotTurnTask}:${(companyId * 31 + ticketId) % queueCount}`
  enqueue({ task: takeBotTurnTask, payload: { ticketId }, runAt, key: name, queue })
}

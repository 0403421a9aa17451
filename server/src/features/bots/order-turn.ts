import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { beginTalk, passOver } from './bots.queries'

export const turnTask = 'bots.takeTurn'

/** People write one thought in several messages: an assistant answers them together, so it waits for the next. */
export const thoughtMs = 1_500

/** A queue keeps its row in the database for good: so there are so many, and conversations share them. */
const queues = 128

/** A customer's message is for an outside bot: the talk begins with it, or goes on. */
export async function orderBotTurn(work: CompanyWork, { ticketId }: { ticketId: TicketId }): Promise<void> {
  await work.db.run(beginTalk, [ticketId])
  orderTurn(work, ticketId)
}

/** The same for an assistant. */
export async function orderAssistantTurn(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(beginTalk, [ticketId])
  orderTurn(work, ticketId, thoughtMs)
}

/** Reception has kept a customer's message from the bot. */
export async function passOverMessage(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  await work.db.run(passOver, [ticketId])
}

/**
 * One waiting job for each conversation, and one at work: whatever was said since is found by looking, so that an order
 * more or less changes nothing.
 */
export function orderTurn(
  { enqueue, now, companyId }: Pick<CompanyWork, 'enqueue' | 'now' | 'companyId'>,
  ticketId: TicketId,
  inMilliseconds = 0,
): void {
  const runAt = new Date(now.getTime() + inMilliseconds)
  const name = `${turnTask}:${companyId}:${ticketId}`
  const queue = `${turnTask}:${(companyId * 31 + ticketId) % queues}`
  enqueue({ task: turnTask, payload: { ticketId }, runAt, key: name, queue })
}

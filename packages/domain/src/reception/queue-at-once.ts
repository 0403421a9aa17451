import type { QueueId } from '../ids'

/** The queue that a new ticket gets at once: the connection's only one; null for several (BOT-02). */
export function onlyQueueOf(queueIds: readonly QueueId[]): QueueId | null {
  const [only = null, ...others] = queueIds
  return others.length === 0 ? only : null
}

import type { QueueId } from '../ids'

/**
 * The queue that a new ticket gets at once: that of a connection with a single one (BOT-02). Of several a person
 * chooses.
 */
export function queueAtOnce(queueIds: readonly QueueId[]): QueueId | null {
  const [only = null, ...others] = queueIds
  return others.length === 0 ? only : null
}

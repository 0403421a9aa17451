import type { QueueId } from './ids'

/** What reception knows when a customer's message has opened a ticket. Grows with the chatbot. */
export interface ReceptionFacts {
  readonly ticketIsNew: boolean
  readonly ticketQueueId: QueueId | null
  readonly isGroup: boolean
  /** The queues linked to the connection, in their order. */
  readonly connectionQueueIds: readonly QueueId[]
}

export type ReceptionDecision = { readonly decision: 'assign-queue'; readonly queueId: QueueId }

/**
 * What to do with an incoming message, purely. A connection with one queue gives it to new tickets at once; with none
 * or several the ticket waits without a queue (docs/decisions, "Who sees what").
 */
export function decideReception(facts: ReceptionFacts): readonly ReceptionDecision[] {
  const [only, ...others] = facts.connectionQueueIds
  if (!facts.ticketIsNew || facts.ticketQueueId !== null) return []
  if (only === undefined || others.length > 0) return []
  return [{ decision: 'assign-queue', queueId: only }]
}

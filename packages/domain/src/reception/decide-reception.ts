import type { QueueId } from '../ids'
import { assistantFor } from './assistants'
import type { ReceptionDecision, ReceptionFacts, ReceptionQueue } from './facts'
import { menuAnswer } from './menu-answer'
import { closedDecisions } from './out-of-hours'
import { queueAtOnce } from './queue-at-once'

/**
 * Decides the reaction to a customer's message whose ticket is known: the one place with the rules of chatbot, hours
 * and assistants (BOT-01 to BOT-04, BOT-07, BOT-11). Only a person answers a ticket that they own, and groups only get
 * their queue. Outside hours the customer gets the closed text and nothing else. An assistant precedes the menu. Pure.
 */
export function decideReception(facts: ReceptionFacts): readonly ReceptionDecision[] {
  const { ticket, message } = facts
  if (ticket.status !== 'pending' || ticket.hasOwner) return []
  const only = onlyQueue(facts)
  const assigned: ReceptionDecision[] = only === null ? [] : [{ decision: 'assign-queue', queueId: only.id }]
  if (ticket.isGroup || message.kind === 'call') return assigned
  return [...assigned, ...answer(facts, only ?? queueOf(facts, ticket.queueId))]
}

function answer(facts: ReceptionFacts, queue: ReceptionQueue | null): readonly ReceptionDecision[] {
  const closed = closedDecisions(facts, queue)
  if (closed !== null) return closed
  // A bot that a person left on the ticket continues (docs/features/tickets.md); a menu does not.
  if (facts.ticket.wasTakenOver && !facts.ticket.useIntegration) return []
  return assistantFor(facts, queue) ?? menuAnswer(facts, queue)
}

/** A single queue is assigned to a new ticket at once; of several the customer chooses (BOT-02). */
function onlyQueue(facts: ReceptionFacts): ReceptionQueue | null {
  if (!facts.ticket.isNew || facts.ticket.queueId !== null) return null
  return queueOf(facts, queueAtOnce(facts.queues.map(({ id }) => id)))
}

function queueOf({ queues }: ReceptionFacts, queueId: QueueId | null): ReceptionQueue | null {
  return queues.find(({ id }) => id === queueId) ?? null
}

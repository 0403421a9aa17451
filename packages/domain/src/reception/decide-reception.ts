import type { QueueId } from '../ids'
import { assistantFor } from './assistants'
import type { ReceptionDecision, ReceptionFacts, ReceptionQueue } from './facts'
import { menuAnswer } from './menu-answer'
import { closedDecisions } from './out-of-hours'
import { queueAtOnce } from './queue-at-once'

/**
 * What happens to a customer's message that has found its ticket, purely: the one place that knows the rules of
 * chatbot, hours and assistants (BOT-01 to BOT-04, BOT-07, BOT-11). A person who owns the ticket answers alone, and
 * groups only get their queue. Outside hours the customer is told so and nothing else; an assistant comes before the
 * menu.
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
  // A bot that a person left to the ticket goes on all the same (docs/features/tickets.md); a menu does not.
  if (facts.ticket.wasTakenOver && !facts.ticket.useIntegration) return []
  return assistantFor(facts, queue) ?? menuAnswer(facts, queue)
}

/** One queue is given to a new ticket at once; of several the customer chooses (BOT-02). */
function onlyQueue(facts: ReceptionFacts): ReceptionQueue | null {
  if (!facts.ticket.isNew || facts.ticket.queueId !== null) return null
  return queueOf(facts, queueAtOnce(facts.queues.map(({ id }) => id)))
}

function queueOf({ queues }: ReceptionFacts, queueId: QueueId | null): ReceptionQueue | null {
  return queues.find(({ id }) => id === queueId) ?? null
}

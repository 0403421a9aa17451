import type { QueueId } from '../ids'
import { assistantDecisions } from './assistants'
import type { ReceptionDecision, ReceptionInput, ReceptionQueue } from './facts'
import { menuDecisions } from './menu-answer'
import { outOfHoursDecisions } from './out-of-hours'
import { onlyQueueOf } from './queue-at-once'

/**
 * What reception does with a customer's message: all rules of chatbot, opening hours and assistants (BOT-01
 * to BOT-04, BOT-07, BOT-11). A ticket with an owner gets no automatic answer, groups only get a queue. The
 * out-of-hours text comes before assistants, assistants before the menu.
 */
export function decideReception(facts: ReceptionInput): readonly ReceptionDecision[] {
  const { ticket, message } = facts
  if (ticket.status !== 'pending' || ticket.hasOwner) return []
  const only = onlyQueue(facts)
  const assigned: ReceptionDecision[] = only === null ? [] : [{ decision: 'assign-queue', queueId: only.id }]
  if (ticket.isGroup || message.kind === 'call') return assigned
  return [...assigned, ...answer(facts, only ?? queueOf(facts, ticket.queueId))]
}

function answer(facts: ReceptionInput, queue: ReceptionQueue | null): readonly ReceptionDecision[] {
  const closed = outOfHoursDecisions(facts, queue)
  if (closed !== null) return closed
  // After a person had the ticket, only a bot that this person left on (`useIntegration`) answers.
  if (facts.ticket.wasTakenOver && !facts.ticket.useIntegration) return []
  return assistantDecisions(facts, queue) ?? menuDecisions(facts, queue)
}

/** A new ticket gets the only queue at once; of several, the customer chooses one (BOT-02). */
function onlyQueue(facts: ReceptionInput): ReceptionQueue | null {
  if (!facts.ticket.isNew || facts.ticket.queueId !== null) return null
  return queueOf(facts, onlyQueueOf(facts.queues.map(({ id }) => id)))
}

function queueOf({ queues }: ReceptionInput, queueId: QueueId | null): ReceptionQueue | null {
  return queues.find(({ id }) => id === queueId) ?? null
}

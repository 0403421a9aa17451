import type { CustomerMessage, ReceptionDecision } from '@balcao/domain/reception/facts'
import type { CompanyWork } from '../../platform/work'
import { hasBot, withoutBot } from '../tickets/bot-acts'
import { type Placement, placeTicket } from '../tickets/place-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { keepOutOfHours, keepPlace } from './bot-conversations.queries'
import { messageForIntegration, messageForNobody, messageForPrompt } from './reception.hooks'
import { sayAutomatically } from './say-automatically'

/**
 * The part that comes before the message is stored: the ticket stands where it belongs, so that the people of the queue
 * are told of the message too, not of its ticket alone.
 */
export function placeByReception(
  work: CompanyWork,
  ticket: TicketRow,
  decisions: readonly ReceptionDecision[],
): Promise<TicketRow> {
  return placeTicket(work, ticket, Object.assign({}, ...decisions.map(placementOf)))
}

function placementOf(decision: ReceptionDecision): Placement {
  switch (decision.decision) {
    case 'assign-queue':
      return { queue_id: decision.queueId }
    case 'leave-queue':
      return { queue_id: null }
    case 'stand':
      return { chatbot: decision.place.stage !== 'ended' }
    case 'hand-to-integration':
      return { use_integration: true, integration_id: decision.integrationId, prompt_id: null }
    case 'hand-to-prompt':
      return { use_integration: true, prompt_id: decision.promptId, integration_id: null }
    case 'leave-to-people':
      return withoutBot
    case 'say':
    case 'note-out-of-hours':
      return {}
  }
}

/** The part that follows the stored message: what the server answers, what it remembers, and whom it tells. */
export async function answerByReception(
  work: CompanyWork,
  ticket: TicketRow,
  decisions: readonly ReceptionDecision[],
  message: CustomerMessage,
): Promise<void> {
  for (const decision of decisions) await carryOut(work, ticket, decision)
  // What cannot be read yet is decided when it can.
  if (ticket.use_integration && message.kind !== 'unreadable' && !decisions.some(isHandOver)) {
    await work.runHook(messageForNobody, { ticketId: ticket.id })
  }
}

export function isHandOver({ decision }: ReceptionDecision): boolean {
  return decision === 'hand-to-integration' || decision === 'hand-to-prompt'
}

async function carryOut(work: CompanyWork, ticket: TicketRow, decision: ReceptionDecision): Promise<void> {
  switch (decision.decision) {
    case 'say':
      // Of a menu that has ended these are the last words: the customer waits for people from here on.
      return sayAutomatically(work, ticket, decision.text, hasBot(ticket) ? 'bot' : 'automatic')
    case 'stand': {
      const { stage, optionId, invalidAnswers, menuAt } = decision.place
      const place = [stage, optionId, invalidAnswers, menuAt] as const
      await work.db.run(keepPlace, [ticket.contact_id, ticket.id, ...place, false])
      return
    }
    case 'note-out-of-hours':
      await work.db.run(keepOutOfHours, [ticket.contact_id, work.now])
      return
    case 'hand-to-integration':
      return work.runHook(messageForIntegration, {
        ticketId: ticket.id,
        integrationId: decision.integrationId,
      })
    case 'hand-to-prompt':
      return work.runHook(messageForPrompt, { ticketId: ticket.id, promptId: decision.promptId })
    case 'assign-queue':
    case 'leave-queue':
    case 'leave-to-people':
      return
  }
}

import type { CustomerMessage, ReceptionDecision } from '@balcao/domain/reception/facts'
import type { CompanyWork } from '../../platform/work'
import { withoutBot } from '../tickets/acts/apply-transition'
import { hasBot } from '../tickets/acts/bot-acts'
import { type Placement, placeTicket } from '../tickets/acts/place-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { keepOutOfHours, keepPlace } from './bot-conversations.queries'
import { messageForIntegration, messageForNobody, messageForPrompt } from './reception.hooks'
import { sayAutomatically } from './say-automatically'

/**
 * Runs before the message is stored and moves the ticket to its queue, so that the users of the queue get the event
 * of the message too.
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

/**
 * Runs after the message is stored: sends the answers, stores the bot's position and runs the hooks of assistants.
 */
export async function answerByReception(
  work: CompanyWork,
  ticket: TicketRow,
  decisions: readonly ReceptionDecision[],
  message: CustomerMessage,
): Promise<void> {
  for (const decision of decisions) await carryOut(work, ticket, decision)
  // An unreadable message is decided when its content arrives.
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
      // The last text of a menu that has ended counts as automatic: from here on the customer waits for a person.
      return sayAutomatically(work, ticket, decision.text, hasBot(ticket) ? 'bot' : 'automatic')
    case 'stand': {
      const { stage, optionId, invalidAnswers, menuAt } = decision.place
      const place = { stage, optionId, invalidAnswers, menuAt }
      await work.db.run(keepPlace, {
        contactId: ticket.contact_id,
        ticketId: ticket.id,
        ...place,
        isTakenOver: false,
      })
      return
    }
    case 'note-out-of-hours':
      await work.db.run(keepOutOfHours, { contactId: ticket.contact_id, at: work.now })
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

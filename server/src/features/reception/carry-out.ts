import type { BotState, CustomerMessage, ReceptionDecision } from '@balcao/domain/reception/facts'
import type { CompanyWork } from '../../platform/work'
import { clearedBotColumns } from '../tickets/acts/apply-transition'
import { hasBot } from '../tickets/acts/bot-acts'
import { type QueueAndBotColumns, setQueueAndBotOfTickets } from '../tickets/acts/place-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { saveBotMenuPositions, saveOutOfHoursNoticeTime } from './bot-conversations.queries'
import { messageForIntegration, messageForPrompt, messageNotForBot } from './reception.hooks'
import { sendAutomaticTexts } from './say-automatically'

/** A ticket without an owner, and what reception has decided about it. */
interface Decided {
  readonly ticket: TicketRow
  readonly decisions: readonly ReceptionDecision[]
}

/** Runs before the messages are stored, so that the users of the queues get the events of the messages too. */
export function applyDecisionsToTickets(
  work: CompanyWork,
  decided: readonly Decided[],
): Promise<readonly TicketRow[]> {
  return setQueueAndBotOfTickets(
    work,
    decided.map(({ ticket, decisions }) => ({ ticket, placement: queueAndBotOfDecisions(decisions) })),
  )
}

export function queueAndBotOfDecisions(decisions: readonly ReceptionDecision[]): QueueAndBotColumns {
  return Object.assign({}, ...decisions.map(placementOf))
}

function placementOf(decision: ReceptionDecision): QueueAndBotColumns {
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
      return clearedBotColumns
    case 'say':
    case 'note-out-of-hours':
      return {}
  }
}

/** Runs after the messages are stored: sends the answers and runs the hooks of assistants. */
export async function sendReceptionAnswers(
  work: CompanyWork,
  answers: readonly (Decided & { readonly message: CustomerMessage })[],
): Promise<void> {
  const all = answers.flatMap(({ ticket, decisions }) => decisions.map((decision) => ({ ticket, decision })))
  await sendAutomaticTexts(
    work,
    all.flatMap(({ ticket, decision }) => {
      if (decision.decision !== 'say') return []
      // A menu's last text counts as automatic, not as the bot's answer: the customer now waits for a person.
      return {
        ticket,
        body: decision.text,
        name: 'bot' as const,
        menu: decision.menu ?? null,
        origin: hasBot(ticket) ? ('bot' as const) : ('automatic' as const),
      }
    }),
  )
  saveBotMenuPositionsOfTickets(
    work,
    all.flatMap(({ ticket, decision }) =>
      decision.decision === 'stand' ? { ticket, place: decision.place } : [],
    ),
  )
  for (const { ticket, decision } of all) await handOver(work, ticket, decision)
  for (const { ticket, decisions, message } of answers) {
    // Skips an unreadable message, because reception decides about it when its content arrives.
    if (ticket.use_integration && message.kind !== 'unreadable' && !decisions.some(isHandOverDecision)) {
      await work.runHook(messageNotForBot, { ticketId: ticket.id })
    }
  }
}

export function saveBotMenuPositionsOfTickets(
  work: CompanyWork,
  places: readonly { readonly ticket: TicketRow; readonly place: BotState }[],
  { areTakenOver = false } = {},
): void {
  if (places.length === 0) return
  work.db.send(saveBotMenuPositions, {
    contactIds: places.map(({ ticket }) => ticket.contact_id),
    ticketIds: places.map(({ ticket }) => ticket.id),
    stages: places.map(({ place }) => place.stage),
    optionIds: places.map(({ place }) => place.optionId),
    invalidAnswers: places.map(({ place }) => place.invalidAnswers),
    menusAt: places.map(({ place }) => place.menuAt),
    areTakenOver,
  })
}

export function isHandOverDecision({ decision }: ReceptionDecision): boolean {
  return decision === 'hand-to-integration' || decision === 'hand-to-prompt'
}

async function handOver(work: CompanyWork, ticket: TicketRow, decision: ReceptionDecision): Promise<void> {
  switch (decision.decision) {
    case 'note-out-of-hours':
      await work.db.run(saveOutOfHoursNoticeTime, { contactId: ticket.contact_id, at: work.now })
      return
    case 'hand-to-integration':
      return work.runHook(messageForIntegration, {
        ticketId: ticket.id,
        integrationId: decision.integrationId,
      })
    case 'hand-to-prompt':
      return work.runHook(messageForPrompt, { ticketId: ticket.id, promptId: decision.promptId })
    case 'say':
    case 'stand':
    case 'assign-queue':
    case 'leave-queue':
    case 'leave-to-people':
      return
  }
}

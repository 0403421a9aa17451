import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { type Answerer, answererOf, type BotFields, ticketStateOf } from '@balcao/domain/ticket-transitions'
import type { CarriedBot } from '@balcao/domain/ticket-update'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { refuseUnknownAssistants } from '../queues/known-assistants'
import { applyTransition, withoutBot } from './apply-transition'
import { placeTicket } from './place-ticket'
import { ticketToChange } from './tickets.access'
import { lockTicket, type TicketRow } from './tickets.queries'
import { wireTicket } from './tickets.read'
import type { UnsignedTicket } from './tickets.view'

/** Does a menu, an assistant or an outside bot answer the customer? */
export function hasBot(ticket: BotRow): boolean {
  return answererOf(botFieldsOf(ticket)) !== 'people'
}

type BotRow = Pick<TicketRow, 'chatbot' | 'use_integration' | 'prompt_id'>

function botFieldsOf({ chatbot, use_integration, prompt_id }: BotRow): BotFields {
  return { chatbot, useIntegration: use_integration, promptId: prompt_id }
}

type BotColumns = Pick<TicketRow, 'use_integration' | 'prompt_id' | 'integration_id'>

/**
 * The bot's columns after an act that carries these fields: each as it was sent, and as in `otherwise` where it was left
 * out (docs/features/tickets.md). A menu does not go on. Refuses a prompt or an integration that the company does not have, and support
 * on its visit one that the ticket did not have.
 */
export async function carriedBot(
  work: CompanyWork,
  ticket: TicketRow,
  sent: CarriedBot,
  otherwise: BotColumns,
): Promise<BotColumns & { chatbot: false }> {
  await refuseUnknownAssistants(work, sent, ticket)
  const { useIntegration = otherwise.use_integration } = sent
  const { promptId = otherwise.prompt_id, integrationId = otherwise.integration_id } = sent
  return {
    chatbot: false,
    use_integration: useIntegration,
    prompt_id: promptId,
    integration_id: integrationId,
  }
}

/** Nothing else of the ticket was to change: only these fields of its bot do, if any is another one. */
export async function changeBot(
  work: PersonWork,
  ticketId: TicketId,
  sent: CarriedBot,
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  const bot = await carriedBot(work, ticket, sent, ticket)
  if (isSameBot(bot, ticket)) return wireTicket(work, ticket.id)
  return applyTransition(work, ticket, 'place', bot)
}

function isSameBot(one: BotColumns, other: BotColumns): boolean {
  return (
    one.use_integration === other.use_integration &&
    one.prompt_id === other.prompt_id &&
    one.integration_id === other.integration_id
  )
}

/** A pending ticket that an assistant or an outside bot answers, locked until the act ends; null otherwise. For jobs. */
export async function ticketForBot({ db }: CompanyWork, id: TicketId): Promise<TicketRow | null> {
  const ticket = await db.row(lockTicket, [id])
  if (ticket === null) return null
  const state = ticketStateOf({ ...botFieldsOf(ticket), status: ticket.status, userId: ticket.user_id })
  const isBots = state.status === 'pending' && ticket.user_id === null && botsOfJobs.has(state.answeredBy)
  return isBots ? ticket : null
}

const botsOfJobs: ReadonlySet<Answerer> = new Set(['assistant', 'integration'])

/** The bot has said what it had to say: the ticket waits for people, in this queue or where it was. */
export async function leaveToPeople(
  work: CompanyWork,
  ticket: TicketRow,
  queueId: QueueId | null,
): Promise<void> {
  await placeTicket(work, ticket, { ...withoutBot, queue_id: queueId ?? ticket.queue_id })
}

/** The bot knows who goes on: the ticket is theirs at once. Whether they serve the queue has been asked. */
export async function leaveToColleague(
  work: CompanyWork,
  ticket: TicketRow,
  to: { readonly queueId: QueueId; readonly userId: UserId },
): Promise<void> {
  await applyTransition(work, ticket, 'transferByBot', { queue_id: to.queueId, user_id: to.userId })
}

/** The customer has ended it with the bot. */
export async function closeByBot(work: CompanyWork, ticket: TicketRow): Promise<void> {
  await applyTransition(work, ticket, 'closeByBot')
}

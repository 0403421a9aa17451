import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { BotFieldsUpdate } from '@balcao/domain/ticket-update'
import {
  type BotFields,
  type TicketResponder,
  ticketResponderOf,
  ticketStateOf,
} from '@balcao/domain/tickets'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { refuseUnknownAssistants } from '../../queues/known-assistants'
import { ticketToChange } from '../tickets.access'
import { lockTicket, type TicketRow } from '../tickets.queries'
import { readWireTicket } from '../tickets.read'
import type { UnsignedTicket } from '../tickets.view'
import { applyTransition, clearedBotColumns } from './apply-transition'
import { setQueueAndBotOfTicket } from './place-ticket'

/** Whether a menu, an assistant or an outside bot answers the customer. */
export function hasBot(ticket: BotRow): boolean {
  return ticketResponderOf(botFieldsOf(ticket)) !== 'people'
}

type BotRow = Pick<TicketRow, 'chatbot' | 'use_integration' | 'prompt_id'>

function botFieldsOf({ chatbot, use_integration, prompt_id }: BotRow): BotFields {
  return { chatbot, useIntegration: use_integration, promptId: prompt_id }
}

type BotColumns = Pick<TicketRow, 'use_integration' | 'prompt_id' | 'integration_id'>

/**
 * The bot columns after a transition: the fields of the request (`sent`), the others from `otherwise`. A bot's menu
 * ends (docs/features/tickets.md). Refuses an unknown prompt or integration, and one added during a support visit.
 */
export async function botColumnsAfterTransition(
  work: CompanyWork,
  ticket: TicketRow,
  sent: BotFieldsUpdate,
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

/** Changes only the bot of a live ticket. Writes nothing when the fields are equal. */
export async function changeTicketBot(
  work: PersonWork,
  ticketId: TicketId,
  sent: BotFieldsUpdate,
): Promise<UnsignedTicket> {
  const ticket = await ticketToChange(work, ticketId)
  const bot = await botColumnsAfterTransition(work, ticket, sent, ticket)
  if (isSameBot(bot, ticket)) return readWireTicket(work, ticket.id)
  return applyTransition(work, ticket, 'place', bot)
}

function isSameBot(one: BotColumns, other: BotColumns): boolean {
  return (
    one.use_integration === other.use_integration &&
    one.prompt_id === other.prompt_id &&
    one.integration_id === other.integration_id
  )
}

/** For jobs: locks a pending ticket, if an assistant or an outside bot answers it. Null: people or a menu do. */
export async function lockTicketForBot({ db }: CompanyWork, id: TicketId): Promise<TicketRow | null> {
  const ticket = await db.row(lockTicket, { ticketId: id })
  if (ticket === null) return null
  const state = ticketStateOf({ ...botFieldsOf(ticket), status: ticket.status, userId: ticket.user_id })
  const isBots = state.status === 'pending' && ticket.user_id === null && botsOfJobs.has(state.answeredBy)
  return isBots ? ticket : null
}

const botsOfJobs: ReadonlySet<TicketResponder> = new Set(['assistant', 'integration'])

/** Ends the bot, so that the ticket waits for people: in this queue, or in its current one (null). */
export async function handOverTicketToQueue(
  work: CompanyWork,
  ticket: TicketRow,
  queueId: QueueId | null,
): Promise<void> {
  await setQueueAndBotOfTicket(work, ticket, { ...clearedBotColumns, queue_id: queueId ?? ticket.queue_id })
}

/** Ends the bot and makes this user the owner. The caller has checked that the user serves the queue. */
export async function handOverTicketToColleague(
  work: CompanyWork,
  ticket: TicketRow,
  to: { readonly queueId: QueueId; readonly userId: UserId },
): Promise<void> {
  await applyTransition(work, ticket, 'transferByBot', { queue_id: to.queueId, user_id: to.userId })
}

/** Closes the ticket, because the customer ended the conversation with the bot. */
export async function closeTicketByBot(work: CompanyWork, ticket: TicketRow): Promise<void> {
  await applyTransition(work, ticket, 'closeByBot')
}

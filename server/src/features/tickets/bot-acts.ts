import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { CarriedBot } from '@balcao/domain/ticket-update'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { refuseUnknownAssistants } from '../queues/known-assistants'
import { changeTicket } from './change-ticket'
import { placeTicket } from './place-ticket'
import { ticketToChange } from './tickets.access'
import { lockTicket, type TicketRow } from './tickets.queries'
import { wireTicket } from './tickets.read'
import type { UnsignedTicket } from './tickets.view'

/** No bot answers a ticket with this, nor has begun to. */
export const withoutBot = {
  chatbot: false,
  use_integration: false,
  prompt_id: null,
  integration_id: null,
} as const

/** Does a menu, an assistant or an outside bot talk with the customer? */
export function hasBot(ticket: Pick<TicketRow, keyof typeof withoutBot>): boolean {
  return ticket.chatbot || ticket.use_integration || ticket.prompt_id !== null
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
  if (ticket.status === 'closed') throw refuse('ERR_TICKET_STATE')
  return changeTicket(work, ticket, bot, null)
}

function isSameBot(one: BotColumns, other: BotColumns): boolean {
  return (
    one.use_integration === other.use_integration &&
    one.prompt_id === other.prompt_id &&
    one.integration_id === other.integration_id
  )
}

/** A pending ticket that nobody owns and a bot answers, held to the end of the act; null once that is over. For jobs. */
export async function ticketForBot({ db }: CompanyWork, id: TicketId): Promise<TicketRow | null> {
  const ticket = await db.row(lockTicket, [id])
  const isBots = ticket?.status === 'pending' && ticket.user_id === null && ticket.use_integration
  return isBots ? ticket : null
}

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
  const change = { ...withoutBot, status: 'open', queue_id: to.queueId, user_id: to.userId } as const
  await changeTicket(work, ticket, change, 'transferred')
}

/** The customer has ended it with the bot. */
export async function closeByBot(work: CompanyWork, ticket: TicketRow): Promise<void> {
  await changeTicket(work, ticket, { ...withoutBot, status: 'closed' }, 'closed')
}

import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { changeTicket } from './change-ticket'
import { placeTicket } from './place-ticket'
import { lockTicket, type TicketRow } from './tickets.queries'

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

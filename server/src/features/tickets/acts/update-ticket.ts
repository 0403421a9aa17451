import type { TicketId } from '@balcao/domain/ids'
import {
  type BotFieldsUpdate,
  type TicketQueueAndConnection,
  type TicketUpdate,
  ticketActOf,
} from '@balcao/domain/ticket-update'
import { refuse } from '../../../platform/refusal'
import type { PersonWork } from '../../../platform/work'
import { lockContactForTicket } from '../../contacts/contacts.access'
import { findLiveTicketView } from '../contact/live-tickets'
import { ticketFactsOfRow } from '../ticket-facts'
import { ticketToAnswer, ticketToChange, ticketToRead } from '../tickets.access'
import type { UnsignedTicket } from '../tickets.view'
import { acceptTicket } from './accept-ticket'
import { applyTransition } from './apply-transition'
import { botColumnsAfterTransition, changeTicketBot } from './bot-acts'
import { connectionAfterTransition } from './choices'
import { resolveTicket } from './close-ticket'
import { transferTicket } from './transfer-ticket'

/** One endpoint serves five kinds of changes; the fields in the request imply which one is meant. */
export async function updateTicket(
  work: PersonWork,
  ticketId: TicketId,
  update: TicketUpdate,
  bot: BotFieldsUpdate,
  /** The sender's text for the receiver, only of a transfer. */
  note: string | null = null,
): Promise<UnsignedTicket> {
  const ticket = await ticketToRead(work, ticketId)
  const meant = ticketActOf(ticketFactsOfRow(ticket), update, work.actor.userId)
  switch (meant.act) {
    case 'accept':
      return acceptTicket(work, ticketId, meant, bot)
    case 'return':
      return returnTicket(work, ticketId, bot)
    case 'resolve':
      return resolveTicket(work, ticketId)
    case 'reopen':
      return reopenTicket(work, ticketId, meant, bot)
    case 'transfer':
      return transferTicket(work, ticketId, { ...meant, note }, bot)
    case 'refuse':
      throw meant.why === 'queue-required' ? refuse('ERR_QUEUE_REQUIRED') : refuse('ERR_TICKET_STATE')
    case 'stay':
      return changeTicketBot(work, ticketId, bot)
  }
}

/**
 * Returns the ticket to pending, without an owner (TICKET-19). Its bot, or the one in the request, answers the
 * customer's next message.
 */
async function returnTicket(
  work: PersonWork,
  ticketId: TicketId,
  bot: BotFieldsUpdate,
): Promise<UnsignedTicket> {
  const ticket = await ticketToAnswer(work, ticketId)
  return applyTransition(work, ticket, 'return', await botColumnsAfterTransition(work, ticket, bot, ticket))
}

/** Reopens a ticket with this person as its owner (TICKET-21). Refuses while the contact has a live ticket. */
async function reopenTicket(
  work: PersonWork,
  ticketId: TicketId,
  { connectionId }: Pick<TicketQueueAndConnection, 'connectionId'>,
  bot: BotFieldsUpdate,
): Promise<UnsignedTicket> {
  const { contact_id } = await ticketToRead(work, ticketId)
  // Every transaction that opens a ticket locks the contact before the ticket.
  await lockContactForTicket(work, contact_id)
  const ticket = await ticketToChange(work, ticketId)
  const other = await findLiveTicketView(work, contact_id)
  if (other !== null) {
    if (other.id === ticket.id) throw refuse('ERR_TICKET_STATE')
    const { user, queue } = other
    throw refuse('ERR_OTHER_OPEN_TICKET', { userName: user?.name ?? '', queueName: queue?.name ?? '' })
  }
  const connection_id = await connectionAfterTransition(work, ticket, connectionId)
  const botAfter = await botColumnsAfterTransition(work, ticket, bot, ticket)
  return applyTransition(work, ticket, 'reopen', { connection_id, ...botAfter })
}

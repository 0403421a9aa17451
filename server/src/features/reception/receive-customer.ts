import type { ConnectionId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { CustomerMessage } from '@balcao/domain/reception/facts'
import { isRatingDue, ratingIn } from '@balcao/domain/reception/rating'
import type { CompanyWork } from '../../platform/work'
import { type InboundReply, replyToCampaign, takeReply } from '../campaigns/take-reply'
import type { ContactRow } from '../contacts/contacts.queries'
import { rateTicket } from '../tickets/acts/rate-ticket'
import { wakeForCustomer } from '../tickets/acts/snooze-ticket'
import { findOrOpenTicket } from '../tickets/contact/find-or-open-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForReception } from '../tickets/tickets.read'
import { ratingRequest } from './bot-conversations.queries'
import { answerByReception, placeByReception } from './carry-out'
import { factsOfMessage } from './reception-facts.read'

export interface Received {
  readonly ticket: TicketRow
  /**
   * The message is a rating or a bare reply to a campaign and is stored in that closed ticket: no agent needs to
   * answer.
   */
  readonly callsNobody: boolean
  /** Sends the answers and stores the bot's position; runs after the customer's message is stored. */
  answer(): Promise<void>
}

/**
 * Finds or opens the ticket of a contact, lets reception place it, and returns the due answer. A ticket with an owner
 * costs no statement and gets no automatic answer. A reply to a campaign is taken before the menu (CAMP-18).
 */
export async function receiveCustomer(
  work: CompanyWork,
  about: { contact: ContactRow; connectionId: ConnectionId; message: CustomerMessage },
): Promise<Received> {
  const { contact, connectionId, message } = about
  // Not awaited yet, so that it shares a round trip with the query for the live ticket.
  const hearing = replyOf(work, contact, message)
  hearing.catch(() => undefined) // awaited below
  let isRating = false
  const found = await findOrOpenTicket(work, { contact, connectionId }, async () => {
    const rated = await takeRating(work, contact, message)
    isRating = rated !== null
    return rated ?? ticketOfReply(work, await hearing)
  })
  const reply = isRating ? null : await hearing
  if (reply !== null) await takeReply(work, reply)

  const before = await wakeForCustomer(work, found.ticket)
  const callsNobody = before.status === 'closed'
  const isSaidToCampaign = reply?.isBare === true && reply.isNext
  if (callsNobody || before.user_id !== null || isSaidToCampaign) {
    return { ticket: before, callsNobody, answer: async () => undefined }
  }

  const decisions = decideReception(await factsOfMessage(work, { ...about, ...found }))
  const ticket = await placeByReception(work, before, decisions)
  return { ticket, callsNobody, answer: () => answerByReception(work, ticket, decisions, message) }
}

async function replyOf(
  work: CompanyWork,
  contact: ContactRow,
  message: CustomerMessage,
): Promise<InboundReply | null> {
  const isSaid = message.kind === 'text' || message.kind === 'no-words'
  if (!isSaid || contact.is_group) return null
  return replyToCampaign(work, contact.id, message.kind === 'text' ? message.text : null)
}

/** Without a live ticket, a bare reply is stored in the closed ticket of the campaign's message. */
async function ticketOfReply(work: CompanyWork, reply: InboundReply | null): Promise<TicketRow | null> {
  if (reply === null || !reply.isBare || reply.ticketId === null) return null
  return ticketForReception(work, reply.ticketId)
}

/**
 * Stores the answer 1, 2 or 3 of a contact without a live ticket as the requested rating of the closed ticket, which
 * stays closed (BOT-09). Null: the message is no rating. The contact is locked, so of two concurrent answers one is
 * the rating.
 */
async function takeRating(
  work: CompanyWork,
  contact: ContactRow,
  message: CustomerMessage,
): Promise<TicketRow | null> {
  const rating = message.kind === 'text' && !contact.is_group ? ratingIn(message.text) : null
  if (rating === null) return null
  const asked = await work.db.row(ratingRequest, { contactId: contact.id })
  if (asked === null || !isRatingDue(asked.rating_asked_at, work.now)) return null

  const isTaken = await rateTicket(work, asked.rating_ticket_id, rating)
  return isTaken ? ticketForReception(work, asked.rating_ticket_id) : null
}

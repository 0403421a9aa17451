import type { CustomerMessage } from '@balcao/domain/reception/facts'
import { isRatingDue, ratingIn } from '@balcao/domain/reception/rating'
import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from '../contacts/contacts.queries'
import { rateTicket } from '../tickets/rate-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForReception } from '../tickets/tickets.read'
import { ratingRequest } from './bot-conversations.queries'

/**
 * Stores the answer 1, 2 or 3 of a contact without a live ticket as the requested rating of the closed ticket, which
 * stays closed (BOT-09). Null: the message is no rating. The contact is locked, so of two concurrent answers one is
 * the rating.
 */
export async function takeRating(
  work: CompanyWork,
  contact: ContactRow,
  message: CustomerMessage,
): Promise<TicketRow | null> {
  const rating = message.kind === 'text' && !contact.is_group ? ratingIn(message.text) : null
  if (rating === null) return null
  const asked = await work.db.row(ratingRequest, [contact.id])
  if (asked === null || !isRatingDue(asked.rating_asked_at, work.now)) return null

  const isTaken = await rateTicket(work, asked.rating_ticket_id, rating)
  return isTaken ? ticketForReception(work, asked.rating_ticket_id) : null
}

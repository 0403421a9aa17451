import type { CustomerMessage } from '@balcao/domain/reception/facts'
import { isRatingDue, ratingIn } from '@balcao/domain/reception/rating'
import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from '../contacts/contacts.queries'
import { rateTicket } from '../tickets/rate-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForReception } from '../tickets/tickets.read'
import { ratingRequest } from './bot-conversations.queries'

/**
 * A contact without a live ticket says 1, 2 or 3, and was asked to: it is the rating of that ticket, which stays closed
 * (BOT-09). Null when it is anything else. The contact is locked, so of two answers one is the rating.
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

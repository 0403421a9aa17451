import type { TicketId } from '@balcao/domain/ids'
import { farewellOf } from '@balcao/domain/reception/farewell'
import type { CompanyWork } from '../../platform/work'
import { ticketForReception } from '../tickets/tickets.read'
import { keepRatingRequest } from './bot-conversations.queries'
import { farewellFacts } from './reception-facts.queries'
import { sayAutomatically } from './say-automatically'

/**
 * Sends the rating request and the farewell of a resolved ticket, if the company has them enabled (BOT-08, BOT-09).
 */
export async function sayFarewell(
  work: CompanyWork,
  { ticketId, isGroup, wasAttended }: { ticketId: TicketId; isGroup: boolean; wasAttended: boolean },
): Promise<void> {
  if (isGroup) return
  const row = await work.db.row(farewellFacts, { ticketId })
  if (row === null) return
  const { rating, goodbye } = farewellOf({
    isGroup,
    wasAttended,
    asksForRating: row.user_rating === 'enabled',
    ratingMessage: row.rating_message,
    complationMessage: row.complation_message,
    name: row.name,
    number: row.number,
    email: row.email,
    now: work.now,
    timeZone: row.time_zone,
    language: row.language,
  })
  if (rating === null && goodbye === null) return

  const ticket = await ticketForReception(work, ticketId)
  if (rating !== null) {
    await sayAutomatically(work, ticket, rating)
    await work.db.run(keepRatingRequest, { contactId: ticket.contact_id, ticketId, at: work.now })
  }
  if (goodbye !== null) await sayAutomatically(work, ticket, goodbye)
}

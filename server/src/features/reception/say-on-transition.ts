import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import { botTexts } from '@balcao/domain/reception/bot-texts'
import { farewellTextsOf } from '@balcao/domain/reception/farewell'
import type { CompanyWork } from '../../platform/work'
import { closeIdleTickets } from '../tickets/acts/close-ticket'
import { loadTicketRow } from '../tickets/tickets.read'
import { saveRatingRequest } from './bot-conversations.queries'
import { farewellFacts, transferNoticeFacts } from './reception-facts.queries'
import { sendAutomaticText, sendAutomaticTexts } from './say-automatically'

/** Sends the rating request and the farewell of a resolved ticket, where the company enabled them (BOT-08, BOT-09). */
export async function sendFarewell(
  work: CompanyWork,
  { ticketId, isGroup, wasAttended }: { ticketId: TicketId; isGroup: boolean; wasAttended: boolean },
): Promise<void> {
  if (isGroup) return
  const row = await work.db.row(farewellFacts, { ticketId })
  if (row === null) return
  const { rating, goodbye } = farewellTextsOf({
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

  const ticket = await loadTicketRow(work, ticketId)
  const texts = [
    { name: 'rating', body: rating },
    { name: 'farewell', body: goodbye },
  ] as const
  const sent = await sendAutomaticTexts(
    work,
    texts.flatMap(({ name, body }) =>
      body === null ? [] : { ticket, name, body, origin: 'automatic' as const },
    ),
  )
  // Expect a rating only if the customer was asked: else a number in the next message is no rating.
  if (sent.some(({ name }) => name === 'rating'))
    await work.db.run(saveRatingRequest, { contactId: ticket.contact_id, ticketId, at: work.now })
}

/** Informs the customer of a transfer to a queue, if the company enabled that (BOT-10). Groups get no text. */
export async function sendTransferNotice(
  work: CompanyWork,
  { ticketId, queueId, userId }: { ticketId: TicketId; queueId: QueueId | null; userId: UserId | null },
): Promise<void> {
  if (queueId === null) return
  const facts = await work.db.one(transferNoticeFacts, { queueId, userId })
  if (facts.is_told !== 'enabled') return
  const ticket = await loadTicketRow(work, ticketId)
  if (ticket.is_group || ticket.connection_id === null) return
  const body = botTexts(facts.language).transferred(facts.queue_name, facts.user_name)
  await sendAutomaticText(work, ticket, { name: 'transfer', body })
}

/** Closes idle tickets and sends their customers the connection's text (BOT-06). Returns the number closed. */
export async function closeIdleTicketsAndNotify(
  work: CompanyWork,
  ids: readonly TicketId[],
): Promise<number> {
  const closed = await closeIdleTickets(work, ids)
  for (const ticket of closed) {
    const { contact_name: name, contact_number: number, contact_email: email, language } = ticket
    const facts = { name, number, email, now: work.now, timeZone: ticket.time_zone, language }
    const body = fillVariables(ticket.expires_inactive_message, facts).trim()
    if (body !== '') await sendAutomaticText(work, ticket, { name: 'idle', body })
  }
  return closed.length
}

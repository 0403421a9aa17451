import type { TicketId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import type { CompanyWork } from '../../platform/work'
import { closeIdleTickets } from '../tickets/acts/close-ticket'
import { sayAutomatically } from './say-automatically'

/** Closes idle tickets and sends their customers the connection's text (BOT-06). Returns the number closed. */
export async function endIdleTickets(work: CompanyWork, ids: readonly TicketId[]): Promise<number> {
  const closed = await closeIdleTickets(work, ids)
  for (const { ticket, message } of closed) {
    const { contact_name: name, contact_number: number, contact_email: email, language } = ticket
    const facts = { name, number, email, now: work.now, timeZone: ticket.time_zone, language }
    const words = fillVariables(message, facts).trim()
    if (words !== '') await sayAutomatically(work, ticket, words)
  }
  return closed.length
}

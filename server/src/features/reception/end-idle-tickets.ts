import type { TicketId } from '@balcao/domain/ids'
import { fillVariables } from '@balcao/domain/message-variables'
import type { CompanyWork } from '../../platform/work'
import { closeIdleTickets } from '../tickets/close-idle-tickets'
import { sayAutomatically } from './say-automatically'

/** Idle tickets are closed, and their customers told in the words of the connection (BOT-06). Says how many were. */
export async function endIdleTickets(work: CompanyWork, ids: readonly TicketId[]): Promise<number> {
  const closed = await closeIdleTickets(work, ids)
  for (const { ticket, message } of closed) {
    const { contact_name: name, time_zone: timeZone, language } = ticket
    const words = fillVariables(message, { name, now: work.now, timeZone, language }).trim()
    if (words !== '') await sayAutomatically(work, ticket, words)
  }
  return closed.length
}

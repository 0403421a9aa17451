import type { TicketId } from '@balcao/domain/ids'
import type { Rating } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../../platform/work'
import { insertHistoryEntries, recordHistoryEntry } from '../history/add-history-entry'
import { isLastCloseUnrated } from '../history/ticket-events.queries'
import { recordChangedTicketRow } from '../record-change'
import { lockTicket, raiseVersionOfTicket, ticketViewRows } from '../tickets.queries'

/**
 * Stores the customer's rating as a history entry of the user who closed the ticket; the dashboard computes
 * ratings from these entries (DASH-14). Each close is rated once. Returns false, and writes nothing, when no
 * close awaits a rating. Only the system calls this, because the customer is no user.
 */
export async function rateTicket(work: CompanyWork, ticketId: TicketId, rating: Rating): Promise<boolean> {
  const ticket = await work.db.row(lockTicket, { ticketId })
  if (ticket?.status !== 'closed') return false
  const last = await work.db.row(isLastCloseUnrated, { ticketId })
  if (last?.is_due !== true) return false

  work.db.send(raiseVersionOfTicket, { ticketId })
  const entry = { ticket, kind: 'rated', rating } as const
  const [[entryId], view] = await Promise.all([
    insertHistoryEntries(work, [entry]),
    work.db.one(ticketViewRows, { ticketIds: [ticketId] }),
  ])
  recordHistoryEntry(work, entry, entryId ?? 0, view)
  recordChangedTicketRow(work, ticket, view)
  return true
}

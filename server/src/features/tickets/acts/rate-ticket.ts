import type { TicketId } from '@balcao/domain/ids'
import type { Rating } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../../platform/work'
import { insertHistoryEntries, recordHistoryEntry } from '../history/add-history-entry'
import { isLastCloseUnrated } from '../history/ticket-events.queries'
import { recordChangedTicketRow } from '../record-change'
import { lockTicket, raiseVersionOfTicket, ticketViewRows } from '../tickets.queries'

/** Stores the rating in the history, for the user who closed the ticket (DASH-14). False: no rating is awaited. */
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

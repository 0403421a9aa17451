import type { AutomaticTextName } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../../platform/work'
import type { TicketRow } from '../tickets.queries'
import { ticketViewRowsOf } from '../tickets.read'
import { insertHistoryEntries, type NewHistoryEntry, recordHistoryEntry } from './add-history-entry'

/** Automatic texts were left out, because the reply window was closed. Writes that into the tickets' histories. */
export async function recordUnsentAutomaticTexts(
  work: CompanyWork,
  texts: readonly { readonly ticket: TicketRow; readonly name: AutomaticTextName }[],
): Promise<void> {
  if (texts.length === 0) return
  const entries = texts.map(({ ticket, name }): NewHistoryEntry => ({ ticket, kind: 'unsent', unsent: name }))
  const ticketIds = texts.map(({ ticket }) => ticket.id)
  const [ids, views] = await Promise.all([
    insertHistoryEntries(work, entries),
    ticketViewRowsOf(work, ticketIds),
  ])
  for (const [at, entry] of entries.entries()) {
    const view = views.get(entry.ticket.id)
    if (view !== undefined) recordHistoryEntry(work, entry, ids[at] ?? 0, view)
  }
}

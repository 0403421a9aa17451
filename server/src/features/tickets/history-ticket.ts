import type { ConnectionId, QueueId, TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { contactToServe } from '../contacts/contacts.access'
import type { ContactRow } from '../contacts/contacts.queries'
import { historyTicketOf, insertHistoryTicket, saveHistoryStanding } from './history-ticket.queries'
import { type NotedMessage, previewOfNoted } from './note-message'
import { recordChange } from './record-change'
import { lockTicket, type TicketRow } from './tickets.queries'

/**
 * The closed ticket in which the history of the phone with a contact stands, locked; a new one where there is none yet.
 * It has no line of history of its own, and figures leave it out (`is_history`).
 */
export async function findOrKeepHistory(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
  queueFor: () => Promise<QueueId | null>,
): Promise<TicketRow> {
  await contactToServe(work, contact.id) // two pieces at once make one ticket
  const known = await work.db.row(historyTicketOf, [contact.id])
  if (known !== null) return known
  return work.db.one(insertHistoryTicket, [
    work.newUuid(),
    contact.id,
    connectionId,
    await queueFor(),
    contact.is_group,
    work.now,
  ])
}

/** What lists show of it after a piece: its last words, in the place in time where they belong. */
export async function noteHistoryStanding(
  work: CompanyWork,
  ticketId: TicketId,
  { last, firstAt, lastAt }: { last: NotedMessage; firstAt: Date; lastAt: Date },
): Promise<void> {
  const before = await work.db.one(lockTicket, [ticketId])
  const preview = previewOfNoted(last, await textsOfCompany(work))
  await work.db.run(saveHistoryStanding, [ticketId, last.id, preview, last.fromMe, last.ack, firstAt, lastAt])
  await recordChange(work, before, ticketId)
}

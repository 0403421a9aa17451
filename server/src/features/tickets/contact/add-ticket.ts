import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import type { TicketHistoryKind, TicketStatus } from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { insertHistoryEntries, type NewHistoryEntry, recordHistoryEntry } from '../history/add-history-entry'
import { recordChangedTicketRow } from '../record-change'
import { insertTickets, type TicketRow } from '../tickets.queries'
import { ticketViewRowsOf } from '../tickets.read'
import type { UnsignedTicket } from '../tickets.view'

export interface NewTicketFields {
  readonly contact: Pick<ContactRow, 'id' | 'is_group'>
  readonly connectionId: ConnectionId | null
  readonly queueId?: QueueId | null
  readonly userId?: UserId | null
  readonly status: TicketStatus
}

interface AddedTicket {
  readonly row: TicketRow
  readonly ticket: UnsignedTicket
}

/**
 * Inserts tickets with the first entries of their histories, and publishes them. The caller holds the contacts' locks and
 * has found no live ticket. When a statement without that lock has inserted one, the unique index refuses the second:
 * ERR_CREATING_TICKET (decision 0095).
 */
export async function addTickets(
  work: CompanyWork,
  fields: readonly NewTicketFields[],
  kinds: readonly TicketHistoryKind[] = ['created'],
): Promise<readonly AddedTicket[]> {
  if (fields.length === 0) return []
  const rows = await work.db.rows(insertTickets, {
    uuids: fields.map(() => work.newUuid()),
    contactIds: fields.map(({ contact }) => contact.id),
    connectionIds: fields.map(({ connectionId }) => connectionId),
    queueIds: fields.map(({ queueId }) => queueId ?? null),
    userIds: fields.map(({ userId }) => userId ?? null),
    statuses: fields.map(({ status }) => status),
    areGroups: fields.map(({ contact }) => contact.is_group),
    at: work.now,
  })
  if (rows.length < fields.length) throw refuse('ERR_CREATING_TICKET')

  const entries = rows.flatMap((ticket) => kinds.map((kind): NewHistoryEntry => entryOf(ticket, kind)))
  const ids = rows.map(({ id }) => id)
  const [entryIds, views] = await Promise.all([
    insertHistoryEntries(work, entries),
    ticketViewRowsOf(work, ids),
  ])
  for (const [at, entry] of entries.entries()) {
    const view = views.get(entry.ticket.id)
    if (view !== undefined) recordHistoryEntry(work, entry, entryIds[at] ?? 0, view)
  }
  return rows.flatMap((row) => {
    const view = views.get(row.id)
    return view === undefined ? [] : [{ row, ticket: recordChangedTicketRow(work, null, view) }]
  })
}

export async function addTicket(
  work: CompanyWork,
  fields: NewTicketFields,
  kinds?: readonly TicketHistoryKind[],
): Promise<AddedTicket> {
  const [added] = await addTickets(work, [fields], kinds)
  if (added === undefined) throw refuse('ERR_CREATING_TICKET')
  return added
}

function entryOf(ticket: TicketRow, kind: TicketHistoryKind): NewHistoryEntry {
  return { ticket, kind, isOutbound: kind === 'created' && ticket.status === 'closed' }
}

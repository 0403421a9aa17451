import { randomUUID } from 'node:crypto'
import {
  assignUsersOfMovedTickets,
  closeMovedTickets,
  insertMovedTickets,
  liveTicketIdsOfContacts,
  updateMovedTickets,
} from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { recordMissingUser } from '../late-users'
import {
  chooseLiveTickets,
  claimLiveTicketOfContact,
  isChosenAsLiveTicket,
  isMergedIntoLiveTicket,
  ticketsByContact,
} from '../live-tickets'
import type { MoveInBatch, SourceRowRef } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow } from '../step'
import { groupedBy, isSwitchedOn, textOf, timeOf, wholeNumberOf } from '../values'
import { type Attendance, splitIntoAttendances } from './attendances'

const liveStatuses = ['open', 'pending', 'group']

export const ticketsStep: MoveInStep = {
  name: 'tickets',
  again: ['ticket'],
  reading: {
    table: 'Tickets',
    columns: `id status unreadMessages lastMessage isGroup userId contactId whatsappId queueId channel
      createdAt updatedAt`,
    size: 500,
  },
  // Of several live tickets of a contact, an open one stays live before a pending one, and then the newest.
  begin: (context) =>
    chooseLiveTickets(
      context,
      `select id::text as id, "contactId"::text as contact from "Tickets"
       where "companyId" = $1 and status in ('${liveStatuses.join("', '")}')
       order by (status = 'pending'), "updatedAt" desc, "Tickets".id desc`,
    ),
  prepare: ({ source }, rows) => readTicketTrackingRows(source, rows, 'id'),
  async carry(piece, rows, context, prepared) {
    const tracking = prepared as ReadonlyMap<string, readonly SourceRow[]>
    await piece.look(rows, (row) => [
      ['ticket', textOf(row, 'id')],
      ['contact', textOf(row, 'contactId')],
      ['user', textOf(row, 'userId')],
      ['queue', textOf(row, 'queueId')],
      ['connection', textOf(row, 'whatsappId')],
      ...attendanceRefs(tracking.get(textOf(row, 'id'))),
    ])
    await closeFormerParts(piece, rows, tracking)
    const live = await ticketsByContact(piece, liveTicketIdsOfContacts, rows, 'contactId')
    const made: { row: SourceRow; part: Attendance; isLast: boolean; contactId: number }[] = []
    const changed: object[] = []
    const assigned: object[] = []
    for (const row of rows) {
      const id = textOf(row, 'id')
      const contactId = piece.ref('contact', textOf(row, 'contactId'))
      if (contactId === null) {
        piece.skip('ticket', id, 'contact-missing')
        continue
      }
      recordMissingUser(piece, 'ticket', row)
      const userId = piece.ref('user', textOf(row, 'userId'))
      const parts = splitIntoAttendances(tracking.get(id) ?? [])
      for (const [at, part] of parts.entries()) {
        const isLast = at === parts.length - 1
        const known = knownPart(piece, id, part, at)
        if (known === null) made.push({ row, part, isLast, contactId })
        else if (!isLast) {
          if (userId !== null) assigned.push({ id: known, user_id: userId })
        } else if (!isMergedIntoLiveTicket(context, id, known)) {
          const mayLive =
            isChosenAsLiveTicket(context, id) && claimLiveTicketOfContact(live, contactId, known)
          changed.push({ id: known, ...stateOf(piece, row, mayLive) })
        }
      }
    }
    const ids = await piece.newIds('tickets', made.length)
    const inserted = made.map(({ row, part, isLast, contactId }, at) => {
      const [id, sourceId] = [ids[at] ?? 0, textOf(row, 'id')]
      const mayLive =
        isLast && isChosenAsLiveTicket(context, sourceId) && claimLiveTicketOfContact(live, contactId, id)
      for (const trackingId of part.trackingIds) piece.became('attendance', trackingId, id)
      if (isLast) piece.became('ticket', sourceId, id)
      const isGroup = isSwitchedOn(row.isGroup) || row.status === 'group'
      return {
        id,
        uuid: randomUUID(),
        contact_id: contactId,
        connection_id: piece.ref('connection', textOf(row, 'whatsappId')),
        is_group: isGroup,
        last_message: textOf(row, 'lastMessage').slice(0, 1_000),
        created_at: part.from ?? timeOf(row, 'createdAt', piece.work.now),
        ...(isLast ? stateOf(piece, row, mayLive) : closed(row, piece)),
      }
    })
    piece.moved += await piece.insert(insertMovedTickets, inserted)
    if (changed.length > 0) await piece.work.db.run(updateMovedTickets, { rows: toJsonRows(changed) })
    if (assigned.length > 0)
      await piece.work.db.run(assignUsersOfMovedTickets, { rows: toJsonRows(assigned) })
  },
}

/** Closes the former last part of a ticket that was reopened in the source, so that its new part may be live. */
async function closeFormerParts(
  piece: MoveInBatch,
  rows: readonly SourceRow[],
  tracking: ReadonlyMap<string, readonly SourceRow[]>,
): Promise<void> {
  const ids = rows.flatMap((row) => {
    const id = textOf(row, 'id')
    const former = splitIntoAttendances(tracking.get(id) ?? []).slice(0, -1)
    return former.flatMap((part, at) => knownPart(piece, id, part, at) ?? [])
  })
  if (ids.length > 0) await piece.work.db.run(closeMovedTickets, { ids, keep: [] })
}

/**
 * Returns the ticket here that the part has become. Null: the part is new. If an earlier pass moved the ticket
 * as a whole, because it had no tracking rows then, the ticket here becomes that of its first part.
 */
function knownPart(
  piece: MoveInBatch,
  ticketId: string,
  { trackingIds }: Attendance,
  at: number,
): number | null {
  for (const trackingId of trackingIds) {
    const known = piece.ref('attendance', trackingId)
    if (known !== null) return known
  }
  if (at > 0) return null
  const whole = piece.ref('ticket', ticketId)
  if (whole !== null) for (const trackingId of trackingIds) piece.became('attendance', trackingId, whole)
  return whole
}

function stateOf(piece: MoveInBatch, row: SourceRow, mayLive: boolean) {
  const isLive = liveStatuses.includes(textOf(row, 'status'))
  if (isLive && !mayLive) piece.skip('ticket', textOf(row, 'id'), 'closed-beside-another')
  const { user_id, ...rest } = closed(row, piece)
  if (!mayLive) return { ...rest, user_id }
  const isOpen = row.status !== 'pending' && user_id !== null
  const unread = wholeNumberOf(row, 'unreadMessages')
  return { ...rest, unread, status: isOpen ? 'open' : 'pending', user_id: isOpen ? user_id : null }
}

function closed(row: SourceRow, piece: MoveInBatch) {
  return {
    status: 'closed',
    queue_id: piece.ref('queue', textOf(row, 'queueId')),
    user_id: piece.ref('user', textOf(row, 'userId')),
    unread: 0,
    last_at: timeOf(row, 'updatedAt', piece.work.now),
  }
}

export function attendanceRefs(tracking: readonly SourceRow[] = []): readonly SourceRowRef[] {
  return tracking.map((one) => ['attendance', textOf(one, 'id')])
}

/** Reads the source's tracking rows of the tickets that a column of the rows names, by ticket. */
export async function readTicketTrackingRows(
  source: SourceDatabase,
  ofRows: readonly SourceRow[],
  column: string,
): Promise<ReadonlyMap<string, readonly SourceRow[]>> {
  if (!source.has('TicketTraking')) return new Map()
  const rows = await source.rows<SourceRow>(
    `select id, "ticketId", "createdAt", "queuedAt", "startedAt", "finishedAt" from "TicketTraking"
     where "ticketId" = any ($1) order by id`,
    [[...new Set(ofRows.map((row) => Number(row[column])))]],
  )
  return groupedBy(rows, (row) => textOf(row, 'ticketId'))
}

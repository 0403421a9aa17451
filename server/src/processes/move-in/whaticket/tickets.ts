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
import { chooseLiveTickets, isMergedIntoLive, type LiveTickets } from '../live-tickets'
import type { MoveInBatch } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { isSwitchedOn, textOf, timeOf, wholeNumberOf } from '../values'
import { type Attendance, splitIntoAttendances } from './attendances'

const liveStatuses = `('open', 'pending', 'group')`

/** For each move, the live tickets that stay live, one for each contact: open before pending, then the newest. */
const winners = new WeakMap<StepContext, LiveTickets>()

export const tickets: MoveInStep = {
  name: 'tickets',
  again: ['ticket'],
  reading: {
    table: 'Tickets',
    columns: [
      'id',
      'status',
      'unreadMessages',
      'lastMessage',
      'isGroup',
      'userId',
      'contactId',
      'whatsappId',
      'queueId',
      'channel',
      'createdAt',
      'updatedAt',
    ],
    size: 500,
  },
  begin: chooseLive,
  prepare: ({ source }, rows) =>
    readTicketTrackingRows(
      source,
      rows.map((row) => Number(row.id)),
    ),
  async carry(piece, rows, context, prepared) {
    const tracking = prepared as ReadonlyMap<string, readonly SourceRow[]>
    await lookUp(piece, rows, tracking)
    await closeFormerParts(piece, rows, tracking)
    const contactIds = rows.flatMap((row) => piece.ref('contact', textOf(row, 'contactId')) ?? [])
    const live = new Map(
      (await piece.work.db.rows(liveTicketIdsOfContacts, { contactIds })).map((one) => [
        one.contact_id,
        one.id,
      ]),
    )
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
        } else if (!isMergedIntoLive(winners.get(context), id, known))
          changed.push({ id: known, ...stateOf(piece, row, context, { contactId, live, own: known }) })
      }
    }
    const ids = await piece.newIds('tickets', made.length)
    const inserted = made.map(({ row, part, isLast, contactId }, at) => {
      const [id, sourceId] = [ids[at] ?? 0, textOf(row, 'id')]
      const state = isLast
        ? stateOf(piece, row, context, { contactId, live, own: id })
        : { ...closed(row, piece), status: 'closed', unread: 0 }
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
        ...state,
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
 * The ticket that an earlier pass created for this part, or null. If the source's ticket had no tracking rows
 * then, the created ticket counts as its first part.
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

function stateOf(
  piece: MoveInBatch,
  row: SourceRow,
  context: StepContext,
  {
    contactId,
    live,
    own,
  }: { readonly contactId: number; readonly live: Map<number, number>; readonly own: number },
) {
  const id = textOf(row, 'id')
  const { queue_id, last_at } = closed(row, piece)
  const user_id = piece.ref('user', textOf(row, 'userId'))
  const isLive = ['open', 'pending', 'group'].includes(textOf(row, 'status'))
  const holder = live.get(contactId)
  const mayLive =
    isLive && winners.get(context)?.ids.has(id) === true && (holder === undefined || holder === own)
  if (isLive && !mayLive) piece.skip('ticket', id, 'closed-beside-another')
  if (!mayLive) return { status: 'closed', queue_id, user_id, unread: 0, last_at }
  live.set(contactId, own)
  const isOpen = row.status !== 'pending' && user_id !== null
  const unread = wholeNumberOf(row, 'unreadMessages')
  return { status: isOpen ? 'open' : 'pending', queue_id, user_id: isOpen ? user_id : null, unread, last_at }
}

function closed(row: SourceRow, piece: MoveInBatch) {
  return {
    queue_id: piece.ref('queue', textOf(row, 'queueId')),
    user_id: piece.ref('user', textOf(row, 'userId')),
    last_at: timeOf(row, 'updatedAt', piece.work.now),
  }
}

async function lookUp(
  piece: MoveInBatch,
  rows: readonly SourceRow[],
  tracking: ReadonlyMap<string, readonly SourceRow[]>,
): Promise<void> {
  await piece.look(
    rows.flatMap((row) => [
      ['ticket', textOf(row, 'id')] as const,
      ['contact', textOf(row, 'contactId')] as const,
      ['user', textOf(row, 'userId')] as const,
      ['queue', textOf(row, 'queueId')] as const,
      ['connection', textOf(row, 'whatsappId')] as const,
      ...(tracking.get(textOf(row, 'id')) ?? []).map((one) => ['attendance', textOf(one, 'id')] as const),
    ]),
  )
}

async function chooseLive(context: StepContext): Promise<void> {
  const live = await context.source.rows<SourceRow>(
    `select id, "contactId" from "Tickets"
     where "companyId" = $1 and status in ${liveStatuses}
     order by (status = 'pending'), "updatedAt" desc, id desc`,
    [context.sourceId],
  )
  const found = live.map((row) => ({ id: textOf(row, 'id'), contactId: textOf(row, 'contactId') }))
  winners.set(context, await chooseLiveTickets(context, found))
}

export async function readTicketTrackingRows(
  source: SourceDatabase,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<string, readonly SourceRow[]>> {
  const byTicket = new Map<string, SourceRow[]>()
  if (!source.has('TicketTraking')) return byTicket
  const rows = await source.rows<SourceRow>(
    `select id, "ticketId", "createdAt", "queuedAt", "startedAt", "finishedAt" from "TicketTraking"
     where "ticketId" = any ($1) order by id`,
    [ticketIds],
  )
  for (const row of rows) {
    const id = textOf(row, 'ticketId')
    byTicket.set(id, [...(byTicket.get(id) ?? []), row])
  }
  return byTicket
}

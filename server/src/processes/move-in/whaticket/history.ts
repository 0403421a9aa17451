import { assignUsersOfMovedNotes, insertMovedNotes } from '../../../features/notes/move-in.queries'
import { insertMovedTicketTags } from '../../../features/tags/move-in.queries'
import {
  assignUsersOfMovedEvents,
  contactsOfTickets,
  insertMovedTicketEvents,
  newestTicketsOfContacts,
} from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { createLateUserAssigner, recordMissingUser } from '../late-users'
import { ticketsByContact } from '../live-tickets'
import type { MoveInBatch } from '../piece'
import { createRowStep, type MoveInStep, type SourceRow } from '../step'
import { textOf, timeOf, timeOrNull, timestampsOf } from '../values'
import { startTimeOfTracking } from './attendances'
import { createPairTableStep } from './office'

export interface MovedTicketEvent {
  readonly key: string
  readonly row: {
    readonly ticket_id: number
    readonly kind: string
    readonly at: Date
    readonly [fact: string]: unknown
  }
}

/** Moves tracking rows of tickets. Each of a row's four timestamps becomes an event for the dashboard's figures. */
const attendances: MoveInStep = {
  name: 'attendances',
  again: ['attendance'],
  reading: {
    table: 'TicketTraking',
    columns: 'id ticketId userId createdAt queuedAt startedAt finishedAt updatedAt',
    joins: 'join "Tickets" k on k.id = t."ticketId"',
    where: 'k."companyId" = $1',
  },
  async carry(piece, rows) {
    await piece.look(rows, (row) => [
      ['attendance', textOf(row, 'id')],
      ['ticket', textOf(row, 'ticketId')],
      ['user', textOf(row, 'userId')],
      ...moments.map((moment) => ['event', `${textOf(row, 'id')} ${moment}`] as const),
    ])
    const events = rows.flatMap((row) => eventsOf(piece, row))
    piece.moved += await recordMovedTicketEvents(piece, events)
  },
}

const moments = ['created', 'queued', 'accepted', 'closed']

function eventsOf(piece: MoveInBatch, row: SourceRow): MovedTicketEvent[] {
  const id = textOf(row, 'id')
  const ticketId = piece.ref('attendance', id) ?? piece.ref('ticket', textOf(row, 'ticketId'))
  if (ticketId === null) {
    piece.skip('attendance', id, 'ticket-missing')
    return []
  }
  const began = startTimeOfTracking(row)
  const [queued, started, finished] = ['queuedAt', 'startedAt', 'finishedAt'].map((column) =>
    timeOrNull(row, column),
  )
  const userId = piece.ref('user', textOf(row, 'userId'))
  recordMissingUser(piece, 'attendance', row)
  const waitsSince = queued ?? began
  const made = [
    { kind: 'created', at: began, user_id: null, seconds: null },
    { kind: 'queued', at: queued, user_id: null, seconds: null },
    { kind: 'accepted', at: started, user_id: userId, seconds: secondsBetween(waitsSince, started) },
    { kind: 'closed', at: finished, user_id: userId, seconds: secondsBetween(started, finished) },
  ]
  return made.flatMap(({ at, ...event }) =>
    at === null || at === undefined
      ? []
      : [{ key: `${id} ${event.kind}`, row: { ticket_id: ticketId, at, ...event } }],
  )
}

function secondsBetween(from: Date | null | undefined, until: Date | null | undefined): number | null {
  if (from == null || until == null || until < from) return null
  return Math.min(2_147_483_647, Math.round((until.getTime() - from.getTime()) / 1_000))
}

/** Inserts new ticket events, returns their number, and adds users who have moved since to earlier events. */
export async function recordMovedTicketEvents(
  piece: MoveInBatch,
  events: readonly MovedTicketEvent[],
): Promise<number> {
  const fresh = events.filter(({ key }) => piece.ref('event', key) === null)
  const ids = await piece.newIds('ticket_events', fresh.length)
  const made = fresh.map(({ key, row }, at) => {
    piece.became('event', key, ids[at] ?? 0)
    return { id: ids[at], ...row }
  })
  const isFresh = new Set(fresh.map(({ key }) => key))
  const known = events.flatMap(({ key, row }) => {
    const id = isFresh.has(key) ? null : piece.ref('event', key)
    return id === null || row.user_id == null ? [] : [{ id, user_id: row.user_id }]
  })
  if (known.length > 0) await piece.work.db.run(assignUsersOfMovedEvents, { rows: toJsonRows(known) })
  return piece.insert(insertMovedTicketEvents, made)
}

const ratings: MoveInStep = {
  name: 'ratings',
  again: ['rating'],
  reading: {
    table: 'UserRatings',
    columns: 'id ticketId userId rate createdAt updatedAt',
  },
  /** Finds out whether the source rates from 1 to 5, as older versions and some forks do. */
  async prepare({ source, sourceId }) {
    const [most] = await source.rows<{ rate: number | null }>(
      `select max(rate) as rate from "UserRatings" where "companyId" = $1`,
      [sourceId],
    )
    return (most?.rate ?? 0) > 3
  },
  async carry(piece, rows, _context, hasFive) {
    await piece.look(rows, (row) => [
      ['ticket', textOf(row, 'ticketId')],
      ['user', textOf(row, 'userId')],
      ['event', `rating ${textOf(row, 'id')}`],
    ])
    const events = rows.flatMap((row): MovedTicketEvent[] => {
      const ticket_id = piece.ref('ticket', textOf(row, 'ticketId'))
      const rating = convertRating(Number(row.rate), hasFive === true)
      if (ticket_id === null || rating === null) {
        piece.skip('rating', textOf(row, 'id'), ticket_id === null ? 'ticket-missing' : 'no-rating')
        return []
      }
      const at = timeOf(row, 'createdAt', piece.work.now)
      const user_id = piece.ref('user', textOf(row, 'userId'))
      recordMissingUser(piece, 'rating', row)
      return [{ key: `rating ${textOf(row, 'id')}`, row: { ticket_id, kind: 'rated', at, user_id, rating } }]
    })
    piece.moved += await recordMovedTicketEvents(piece, events)
  },
}

/**
 * Converts a rating to the scale of 1 to 3. `hasFive` means that it is on the scale of 1 to 5, of which 1 and 2
 * become 1, and 4 and 5 become 3. Null: it is no rating.
 */
export function convertRating(rate: number, hasFive: boolean): 1 | 2 | 3 | null {
  if (!Number.isInteger(rate) || rate < 1 || rate > 5) return null
  if (hasFive) return rate <= 2 ? 1 : rate === 3 ? 2 : 3
  return rate === 1 ? 1 : rate === 2 ? 2 : 3
}

interface NotePlace {
  readonly ofTicket: ReadonlyMap<number, number>
  readonly newest: ReadonlyMap<number, number>
}

/** Moves notes. One without a ticket moves to its contact's newest ticket. */
const notes = createRowStep({
  name: 'notes',
  kind: 'note',
  reading: {
    table: 'TicketNotes',
    columns: 'id note userId contactId ticketId createdAt updatedAt',
    joins: 'left join "Tickets" k on k.id = t."ticketId" left join "Contacts" c on c.id = t."contactId"',
    where: 'coalesce(k."companyId", c."companyId") = $1',
  },
  target: 'ticket_notes',
  insert: insertMovedNotes,
  refs: (row) => [
    ['ticket', textOf(row, 'ticketId')],
    ['contact', textOf(row, 'contactId')],
    ['user', textOf(row, 'userId')],
  ],
  async gather(piece, rows): Promise<NotePlace> {
    const newest = await ticketsByContact(piece, newestTicketsOfContacts, rows, 'contactId')
    const named = rows.flatMap((row) => piece.ref('ticket', textOf(row, 'ticketId')) ?? [])
    const ids = [...new Set([...named, ...newest.values()])]
    const tickets = await piece.work.db.rows(contactsOfTickets, { ids })
    return { ofTicket: new Map(tickets.map(({ id, contact_id }) => [id, contact_id])), newest }
  },
  known: createLateUserAssigner('note', assignUsersOfMovedNotes),
  row(row, { piece, gathered }) {
    const { ofTicket, newest } = gathered as NotePlace
    const contactId = piece.ref('contact', textOf(row, 'contactId'))
    const ticketId =
      piece.ref('ticket', textOf(row, 'ticketId')) ??
      (contactId === null ? undefined : newest.get(contactId)) ??
      null
    if (ticketId === null) return 'ticket-missing'
    recordMissingUser(piece, 'note', row)
    return {
      ticket_id: ticketId,
      contact_id: ofTicket.get(ticketId),
      user_id: piece.ref('user', textOf(row, 'userId')),
      note: textOf(row, 'note'),
      mentions: [],
      ...timestampsOf(row, piece),
    }
  },
})

/** Moves tags of contacts to their newest tickets: only tickets have tags here. */
const contactTags: MoveInStep = {
  name: 'tags of contacts',
  reading: {
    table: 'ContactTags',
    columns: 'contactId tagId',
    joins: 'join "Contacts" c on c.id = t."contactId"',
    where: 'c."companyId" = $1 and t."tagId" is not null',
    key: ['contactId', 'tagId'].map((column) => ({ sql: `t."${column}"`, type: 'bigint' })),
    size: 2_000,
  },
  async carry(piece, rows) {
    await piece.look(rows, (row) => [
      ['contact', textOf(row, 'contactId')],
      ['tag', textOf(row, 'tagId')],
    ])
    const newest = await ticketsByContact(piece, newestTicketsOfContacts, rows, 'contactId')
    const made = rows.flatMap((row) => {
      const ticketId = newest.get(piece.ref('contact', textOf(row, 'contactId')) ?? 0)
      const tagId = piece.ref('tag', textOf(row, 'tagId'))
      if (ticketId !== undefined && tagId !== null) return [{ ticket_id: ticketId, tag_id: tagId }]
      piece.skip('contactTag', `${textOf(row, 'contactId')} ${textOf(row, 'tagId')}`, 'ticket-missing')
      return []
    })
    piece.moved += await piece.insert(insertMovedTicketTags, made)
  },
}

export const historySteps: readonly MoveInStep[] = [
  attendances,
  ratings,
  notes,
  createPairTableStep({
    name: 'tags of tickets',
    table: 'TicketTags',
    left: ['ticketId', 'ticket', 'ticket_id'],
    right: ['tagId', 'tag', 'tag_id'],
    joins: 'join "Tickets" k on k.id = t."ticketId"',
    where: 'k."companyId" = $1',
    insert: insertMovedTicketTags,
  }),
  contactTags,
]

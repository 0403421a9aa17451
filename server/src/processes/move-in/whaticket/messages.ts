import type { MediaType, MessageOrigin } from '@balcao/domain/messages'
import type { MediaMetadata } from '../../../features/messages/media/media-facts'
import {
  insertMovedMessages,
  insertMovedReactions,
  linkQuotesOfMovedMessages,
  storedMovedMessages,
  updateMovedMessages,
} from '../../../features/messages/move-in.queries'
import { contactsOfTickets } from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { recordMissingUser } from '../late-users'
import type { MovedTicket } from '../live-tickets'
import { storeSourceMediaFile } from '../media-folder'
import type { MoveInBatch } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { isSwitchedOn, textOf, timeOf } from '../values'
import { attendanceAt, splitIntoAttendances } from './attendances'
import {
  convertMessageAck,
  type MovedMessageContent,
  messageContentOf,
  reactionMediaType,
} from './message-content'
import { attendanceRefs, readTicketTrackingRows } from './tickets'

interface Prepared {
  readonly tracking: ReadonlyMap<string, readonly SourceRow[]>
  readonly contents: ReadonlyMap<SourceRow, MovedMessageContent>
  readonly files: Files
}

type Files = ReadonlyMap<SourceRow, { readonly mediaType: MediaType; readonly media: MediaMetadata }>

/** A row of the source with the ticket and contact of this installation that its message gets. */
interface Placed {
  readonly row: SourceRow
  readonly ticket: MovedTicket
  readonly fromMe: boolean
  readonly authorId: number | null
  /** The user who wrote an outgoing message. Null where the fork does not store it. */
  readonly userId: number | null
  readonly at: Date
}

const filesAtOnce = 4

/**
 * Moves messages in order of time, so that a quoted message moves before its quotation or reaction. A message
 * that two tickets share moves once.
 */
export const messagesStep: MoveInStep = {
  name: 'messages',
  again: ['message', 'file', 'reaction'],
  reading: {
    table: 'Messages',
    columns: `id ticketId contactId userId fromMe body ack read mediaType mediaUrl quotedMsgId isDeleted
      isEdited createdAt updatedAt`,
    joins: 'join "Tickets" k on k.id = t."ticketId"',
    where: 'k."companyId" = $1',
    key: [
      { sql: 't."createdAt"', type: 'timestamptz' },
      { sql: 't.id::text', type: 'text' },
      { sql: 't."ticketId"', type: 'bigint' },
    ],
    id: { sql: 't.id::text', type: 'text' },
  },
  async prepare(context, rows): Promise<Prepared> {
    const { source } = context
    const tracking = await readTicketTrackingRows(source, rows, 'ticketId')
    const dataJson = await dataOf(source, rows)
    const contents = new Map(rows.map((row) => [row, messageContentOf(row, dataJson.get(textOf(row, 'id')))]))
    return { tracking, contents, files: shareFiles(rows, await filesOf(context, rows, contents)) }
  },
  async carry(piece, rows, _context, prepared) {
    const { tracking, contents, files } = prepared as Prepared
    const placed = await place(piece, rows, tracking)
    const reactions = placed.filter(({ row }) => row.mediaType === reactionMediaType)
    const wanted = placed.filter(({ row }) => row.mediaType !== reactionMediaType)
    const stored = await piece.work.db.rows(storedMovedMessages, {
      whatsappIds: wanted.map(({ row }) => textOf(row, 'id')),
      clientIds: [],
    })
    const known = new Map(
      stored.map((one) => [keyOf(one.whatsapp_id ?? '', one.contact_id, one.from_me), one.id]),
    )
    const knownId = ({ row, ticket, fromMe }: Placed) =>
      known.get(keyOf(textOf(row, 'id'), ticket.contact_id, fromMe))
    const fresh = wanted.filter((one) => knownId(one) === undefined)
    const made = fresh.map((one) => messageOf(one, contents.get(one.row), files.get(one.row) ?? null))
    noteFiles(piece, wanted, files)
    const inserted = await piece.work.db.rows(insertMovedMessages, {
      rows: toJsonRows(made),
      at: piece.work.now,
    })
    piece.moved += inserted.length
    noteTwins(piece, fresh, inserted)
    const old = wanted
      .filter((one) => knownId(one) !== undefined)
      .map((one) => ({
        id: knownId(one),
        ...messageOf(one, contents.get(one.row), files.get(one.row) ?? null),
      }))
    if (old.length > 0)
      await piece.work.db.run(updateMovedMessages, { rows: toJsonRows(old), at: piece.work.now })
    await quote(piece, wanted)
    await react(piece, reactions)
  },
}

/**
 * Returns a key of WhatsApp id and direction. A message between two numbers of the company is in both their
 * chats under one WhatsApp id, once as sent and once as received.
 */
function chatSideOf(whatsappId: string, fromMe: boolean): string {
  return `${whatsappId} ${fromMe}`
}

/** Gives all rows of the same message the file that was found for any of them. */
function shareFiles(rows: readonly SourceRow[], files: Files): Files {
  const found = new Map<string, NonNullable<ReturnType<Files['get']>>>()
  const keyOfRow = (row: SourceRow) => chatSideOf(textOf(row, 'id'), isSwitchedOn(row.fromMe))
  for (const [row, file] of files)
    if (file.media.state === 'ready' || !found.has(keyOfRow(row))) found.set(keyOfRow(row), file)
  return new Map(
    rows.flatMap((row) => {
      const file = found.get(keyOfRow(row))
      return file === undefined ? [] : [[row, file] as const]
    }),
  )
}

function keyOf(whatsappId: string, contactId: number, fromMe: boolean): string {
  return `${whatsappId} ${contactId} ${fromMe}`
}

function noteFiles(piece: MoveInBatch, placed: readonly Placed[], files: Files): void {
  for (const { row } of placed) {
    const state = files.get(row)?.media.state
    if (state === 'failed') piece.skip('file', textOf(row, 'id'), 'file-missing')
    if (state === 'ready') piece.settle('file', textOf(row, 'id'), 'file-missing')
  }
}

/** Reports repeated rows of one message, because only the first has moved. */
function noteTwins(
  piece: MoveInBatch,
  fresh: readonly Placed[],
  inserted: readonly { whatsapp_id: string | null; contact_id: number }[],
): void {
  const left = new Map<string, number>()
  const key = (id: string, contactId: number) => `${id} ${contactId}`
  for (const { whatsapp_id, contact_id } of inserted)
    left.set(key(whatsapp_id ?? '', contact_id), (left.get(key(whatsapp_id ?? '', contact_id)) ?? 0) + 1)
  for (const { row, ticket } of fresh) {
    const own = key(textOf(row, 'id'), ticket.contact_id)
    const count = left.get(own) ?? 0
    if (count === 0) piece.skip('message', `${textOf(row, 'id')} ${textOf(row, 'ticketId')}`, 'same-message')
    left.set(own, count - 1)
  }
}

async function place(
  piece: MoveInBatch,
  rows: readonly SourceRow[],
  tracking: ReadonlyMap<string, readonly SourceRow[]>,
): Promise<readonly Placed[]> {
  await piece.look(rows, (row) => [
    ['ticket', textOf(row, 'ticketId')],
    ['contact', textOf(row, 'contactId')],
    ['user', textOf(row, 'userId')],
    ...attendanceRefs(tracking.get(textOf(row, 'ticketId'))),
  ])
  const targets = rows.map((row) => {
    const at = timeOf(row, 'createdAt', piece.work.now)
    const part = attendanceAt(splitIntoAttendances(tracking.get(textOf(row, 'ticketId')) ?? []), at)
    const [trackingId] = part?.trackingIds ?? []
    const id = piece.ref('attendance', trackingId) ?? piece.ref('ticket', textOf(row, 'ticketId'))
    return { row, at, id }
  })
  const found = await piece.work.db.rows(contactsOfTickets, {
    ids: [...new Set(targets.flatMap(({ id }) => id ?? []))],
  })
  const places = new Map(found.map((one) => [one.id, one]))
  return targets.flatMap(({ row, at, id }) => {
    const ticket = id === null ? undefined : places.get(id)
    if (ticket === undefined || textOf(row, 'id') === '') {
      piece.skip('message', `${textOf(row, 'id')} ${textOf(row, 'ticketId')}`, 'ticket-missing')
      return []
    }
    const fromMe = isSwitchedOn(row.fromMe)
    const author = piece.ref('contact', textOf(row, 'contactId'))
    const authorId = ticket.is_group && !fromMe && author !== ticket.contact_id ? author : null
    if (fromMe) recordMissingUser(piece, 'message', row)
    const userId = fromMe ? piece.ref('user', textOf(row, 'userId')) : null
    return [{ row, ticket, fromMe, at, authorId, userId }]
  })
}

function messageOf(
  { row, ticket, fromMe, authorId, userId, at }: Placed,
  content: MovedMessageContent | undefined,
  file: { readonly mediaType: MediaType; readonly media: MediaMetadata } | null,
) {
  const media = file === null ? null : { ...file.media, ...soundOf(content) }
  return {
    ticket_id: ticket.id,
    contact_id: ticket.contact_id,
    author_contact_id: authorId,
    user_id: userId,
    connection_id: ticket.connection_id,
    whatsapp_id: textOf(row, 'id'),
    client_id: null,
    body: content?.body ?? textOf(row, 'body'),
    from_me: fromMe,
    ...convertMessageAck(row.ack, fromMe),
    is_read: fromMe || isSwitchedOn(row.read),
    media_type: file?.mediaType ?? content?.mediaType ?? null,
    media,
    is_deleted: isSwitchedOn(row.isDeleted),
    edited_at: isSwitchedOn(row.isEdited) ? timeOf(row, 'updatedAt', at) : null,
    is_view_once: content?.isViewOnce ?? false,
    link_preview: null,
    location: null,
    origin: fromMe ? originOf(row) : null,
    created_at: at,
  }
}

/** Returns who wrote a message. Most versions do not store the user, and then it counts as written on the phone. */
function originOf(row: SourceRow): MessageOrigin {
  return textOf(row, 'userId') === '' ? 'device' : 'person'
}

function soundOf(content: MovedMessageContent | undefined) {
  if (content?.mediaType !== 'audio') return {}
  return { seconds: content.seconds, ...(content.isVoice && { isVoice: true }) }
}

/**
 * Stores the files of messages. If several rows are the same message, stores the first file that is found.
 * Housekeeping deletes files that a killed run has stored but not referenced (sweep-files.ts).
 */
async function filesOf(
  context: StepContext,
  rows: readonly SourceRow[],
  contents: ReadonlyMap<SourceRow, MovedMessageContent>,
): Promise<Files> {
  const stored = new Map<SourceRow, { readonly mediaType: MediaType; readonly media: MediaMetadata }>()
  const named = rows.flatMap((row) => {
    const content = contents.get(row)
    const file = content?.file ?? null
    return file === null || content?.mediaType == null ? [] : [{ row, file, mediaType: content.mediaType }]
  })
  if (named.length === 0) return stored
  const whatsappIds = named.map(({ row }) => textOf(row, 'id'))
  const known = await context.act(({ work }) =>
    work.db.rows(storedMovedMessages, { whatsappIds, clientIds: [] }),
  )
  const complete = new Set(
    known.flatMap((one) => (one.lacks_file ? [] : chatSideOf(one.whatsapp_id ?? '', one.from_me))),
  )
  const wanted = new Map<string, typeof named>()
  for (const one of named) {
    const key = chatSideOf(textOf(one.row, 'id'), isSwitchedOn(one.row.fromMe))
    if (!complete.has(key)) wanted.set(key, [...(wanted.get(key) ?? []), one])
  }
  const waiting = [...wanted.values()]
  const store = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      for (const { row, file, mediaType } of next) {
        const path = await context.media.find(file.name, context.sourceId)
        const declared = { mediaType, mimetype: file.mimetype, fileName: file.shownName }
        const found = await storeSourceMediaFile(context, path, declared)
        stored.set(row, found)
        if (found.media.state === 'ready') break
      }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, store))
  return stored
}

async function quote(piece: MoveInBatch, placed: readonly Placed[]): Promise<void> {
  const quoting = placed.filter(({ row }) => textOf(row, 'quotedMsgId') !== '')
  if (quoting.length === 0) return
  const found = await piece.work.db.rows(storedMovedMessages, {
    whatsappIds: quoting.flatMap(({ row }) => [textOf(row, 'id'), textOf(row, 'quotedMsgId')]),
    clientIds: [],
  })
  const ids = new Map(found.map((one) => [`${one.whatsapp_id} ${one.contact_id}`, one.id]))
  const pairs = quoting.flatMap(({ row, ticket }) => {
    const id = ids.get(`${textOf(row, 'id')} ${ticket.contact_id}`)
    const quotedId = ids.get(`${textOf(row, 'quotedMsgId')} ${ticket.contact_id}`)
    return id === undefined || quotedId === undefined || id === quotedId ? [] : [{ id, quotedId }]
  })
  if (pairs.length === 0) return
  await piece.work.db.run(linkQuotesOfMovedMessages, {
    ids: pairs.map(({ id }) => id),
    quotedIds: pairs.map(({ quotedId }) => quotedId),
  })
}

/** Adds reactions to their messages. The source stores a reaction as a message of its own. */
async function react(piece: MoveInBatch, placed: readonly Placed[]): Promise<void> {
  await piece.look(placed, ({ row }) => [['reaction', textOf(row, 'id')]])
  const reactions = placed.filter(({ row }) => piece.ref('reaction', textOf(row, 'id')) === null)
  if (reactions.length === 0) return
  const about = await piece.work.db.rows(storedMovedMessages, {
    whatsappIds: reactions.map(({ row }) => textOf(row, 'quotedMsgId')),
    clientIds: [],
  })
  const messageIds = new Map(about.map((one) => [`${one.whatsapp_id} ${one.contact_id}`, one.id]))
  const rows = reactions.flatMap(({ row, ticket, fromMe, authorId, at }) => {
    const messageId = messageIds.get(`${textOf(row, 'quotedMsgId')} ${ticket.contact_id}`)
    if (messageId === undefined) {
      piece.skip('reaction', textOf(row, 'id'), 'message-missing')
      return []
    }
    piece.became('reaction', textOf(row, 'id'), messageId)
    const contactId = fromMe ? null : (authorId ?? ticket.contact_id)
    return [{ message_id: messageId, contact_id: contactId, emoji: textOf(row, 'body').slice(0, 64), at }]
  })
  await piece.work.db.run(insertMovedReactions, { rows: toJsonRows(rows) })
  piece.moved += rows.length
}

/** Reads the complete WhatsApp messages of rows with a file. Those of all rows would be tens of gigabytes. */
async function dataOf(
  source: SourceDatabase,
  rows: readonly SourceRow[],
): Promise<ReadonlyMap<string, unknown>> {
  const ids = rows.filter((row) => textOf(row, 'mediaUrl') !== '').map((row) => textOf(row, 'id'))
  if (ids.length === 0 || !source.has('Messages', 'dataJson')) return new Map()
  const found = await source.rows<{ id: string; dataJson: string | null }>(
    `select id, "dataJson" from "Messages" where id = any ($1)`,
    [ids],
  )
  return new Map(found.map(({ id, dataJson }) => [id, dataJson]))
}

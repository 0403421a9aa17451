import { createHash } from 'node:crypto'
import type { MediaType } from '@balcao/domain/messages'
import type { MediaMetadata } from '../../../features/messages/media/media-facts'
import {
  insertMovedMessages,
  quoteMovedMessages,
  storedMovedMessages,
  updateMovedMessages,
} from '../../../features/messages/move-in.queries'
import { insertMovedNotes } from '../../../features/notes/move-in.queries'
import { contactsOfTickets } from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { storeFoundFile } from '../media-folder'
import type { MovePiece } from '../piece'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { fieldOf, parseJsonOrNull, textOf, timeOf } from '../values'
import { whatsappInboxTypesSql } from './account'
import { chatwootReading } from './office'

const [incoming, , activity] = [0, 1, 2]
const failed = 3
/** Chatwoot's kinds of attachments, by number. The other kinds are no files. */
const fileTypes: readonly (MediaType | undefined)[] = ['image', 'audio', 'video', 'application']
const place = 4
const filesAtOnce = 4

interface Prepared {
  readonly attachments: ReadonlyMap<string, readonly SourceRow[]>
  readonly files: ReadonlyMap<SourceRow, { readonly mediaType: MediaType; readonly media: MediaMetadata }>
  /** WhatsApp's ids of quoted messages, by Chatwoot's ids. */
  readonly quoted: ReadonlyMap<string, string>
}

/**
 * Moves messages with their authors. A message with several attachments becomes several messages, and a
 * private message becomes a note of the ticket. A message without a WhatsApp id gets an id derived from
 * Chatwoot's, so that a repeated move does not store it twice.
 */
export const messages: MoveInStep = {
  name: 'messages',
  again: ['message', 'file'],
  reading: chatwootReading(
    'messages',
    [
      'content',
      'message_type',
      'private',
      'sender_type',
      'sender_id',
      'status',
      'source_id',
      'content_attributes',
      'conversation_id',
    ],
    {
      joins: 'left join conversations v on v.id = t.conversation_id left join inboxes i on i.id = v.inbox_id',
      also: [`i.channel_type in ${whatsappInboxTypesSql} as is_whatsapp`],
      key: [
        { sql: 't.created_at', type: 'timestamp' },
        { sql: 't.id', type: 'bigint' },
      ],
    },
  ),
  async prepare(context, rows): Promise<Prepared> {
    const attachments = await attachmentsOf(context, rows)
    return { attachments, files: await filesOf(context, attachments), quoted: await quotedIds(context, rows) }
  },
  async carry(piece, rows, _context, prepared) {
    const { attachments, files, quoted } = prepared as Prepared
    await piece.look(
      rows.flatMap((row) => [
        ['ticket', textOf(row, 'conversation_id')] as const,
        ...(row.sender_type === 'User' ? [['user', textOf(row, 'sender_id')] as const] : []),
        ...(row.private === true ? [['note', textOf(row, 'id')] as const] : []),
      ]),
    )
    const found = await piece.work.db.rows(contactsOfTickets, {
      ids: [...new Set(rows.flatMap((row) => piece.ref('ticket', textOf(row, 'conversation_id')) ?? []))],
    })
    const tickets = new Map(found.map((one) => [one.id, one]))
    const made: ReturnType<typeof messagesOf> = []
    const notes: SourceRow[] = []
    for (const row of rows) {
      const ticket = tickets.get(piece.ref('ticket', textOf(row, 'conversation_id')) ?? 0)
      if (ticket === undefined)
        piece.skip(
          'message',
          textOf(row, 'id'),
          row.is_whatsapp === false ? 'other-channel' : 'ticket-missing',
        )
      else if (Number(row.message_type) === activity) piece.skip('message', textOf(row, 'id'), 'activity')
      else if (row.private === true) notes.push(row)
      else {
        const own = attachments.get(textOf(row, 'id')) ?? []
        noteFiles(piece, row, own, files)
        made.push(...messagesOf(piece, row, ticket, own, files))
      }
    }
    const known = await piece.work.db.rows(storedMovedMessages, {
      whatsappIds: made.flatMap(({ whatsapp_id }) => whatsapp_id ?? []),
      clientIds: made.flatMap(({ client_id }) => client_id ?? []),
    })
    const knownIds = new Map(known.map(({ id, whatsapp_id, client_id }) => [whatsapp_id ?? client_id, id]))
    const fresh = made.filter(({ whatsapp_id, client_id }) => !knownIds.has(whatsapp_id ?? client_id))
    const inserted = await piece.work.db.rows(insertMovedMessages, {
      rows: toJsonRows(fresh),
      at: piece.work.now,
    })
    piece.moved += inserted.length
    const old = made.flatMap((one) => {
      const id = knownIds.get(one.whatsapp_id ?? one.client_id)
      return id === undefined ? [] : [{ ...one, id }]
    })
    if (old.length > 0)
      await piece.work.db.run(updateMovedMessages, { rows: toJsonRows(old), at: piece.work.now })
    await quote(piece, rows, made, quoted)
    await insertNotes(piece, notes, tickets)
  },
}

/**
 * Records moved attachments in the map. One whose file is missing is not recorded, so that a later run looks
 * for the file again.
 */
function noteFiles(
  piece: MovePiece,
  row: SourceRow,
  attachments: readonly SourceRow[],
  files: Prepared['files'],
): void {
  const isMissing = (one: SourceRow) => files.get(one)?.media.state === 'failed'
  for (const one of attachments) if (!isMissing(one)) piece.became('attachment', textOf(one, 'id'), 0)
  if (attachments.some(isMissing)) piece.skip('file', textOf(row, 'id'), 'file-missing')
  else if (attachments.length > 0) piece.settle('file', textOf(row, 'id'), 'file-missing')
}

interface TicketPlace {
  readonly id: number
  readonly contact_id: number
  readonly connection_id: number | null
}

function messagesOf(
  piece: MovePiece,
  row: SourceRow,
  ticket: TicketPlace,
  attachments: readonly SourceRow[],
  files: Prepared['files'],
) {
  const fromMe = Number(row.message_type) !== incoming
  const attributes = parseJsonOrNull(parseJsonOrNull(row.content_attributes))
  const at = timeOf(row, 'created_at', piece.work.now)
  const userId = row.sender_type === 'User' ? piece.ref('user', textOf(row, 'sender_id')) : null
  const isFailed = fromMe && Number(row.status) === failed
  const status = Math.min(3, 1 + (Number(row.status) || 0))
  const parts = attachments.length === 0 ? [undefined] : attachments
  return parts.map((attachment, part) => {
    const sourceId = textOf(row, 'source_id')
    const isNamed = part === 0 && sourceId !== ''
    const file = attachment === undefined ? undefined : files.get(attachment)
    const isPlace = Number(attachment?.file_type) === place
    const words = part === 0 ? textOf(row, 'content') : ''
    return {
      source_id: textOf(row, 'id'),
      ticket_id: ticket.id,
      contact_id: ticket.contact_id,
      author_contact_id: null,
      user_id: userId,
      connection_id: ticket.connection_id,
      whatsapp_id: isNamed ? sourceId : null,
      client_id: isNamed ? null : uuidOf(`chatwoot ${piece.work.companyId} ${textOf(row, 'id')} ${part}`),
      body: isPlace ? placeText(attachment, words) : words,
      from_me: fromMe,
      ack: fromMe && !isFailed ? status : 0,
      failure: isFailed ? 'ERR_SENDING_WAPP_MSG' : null,
      is_read: true,
      media_type: isPlace ? 'locationMessage' : (file?.mediaType ?? null),
      media: file?.media ?? null,
      is_deleted: fieldOf(attributes, 'deleted') === true,
      edited_at: null,
      is_view_once: false,
      link_preview: null,
      location: null,
      origin: fromMe ? (userId === null ? 'device' : 'person') : null,
      created_at: at,
    }
  })
}

/** The text of a location message in our format: a picture, a link and the words, separated by bars. */
function placeText(attachment: SourceRow | undefined, words: string): string {
  const [latitude, longitude] = [Number(attachment?.coordinates_lat), Number(attachment?.coordinates_long)]
  return `|https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17|${words || `${latitude}, ${longitude}`}`
}

/** A UUID derived from a text: the same text always gives the same UUID. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function quote(
  piece: MovePiece,
  rows: readonly SourceRow[],
  made: ReturnType<typeof messagesOf>,
  quoted: Prepared['quoted'],
): Promise<void> {
  const contacts = new Map(made.map((one) => [one.source_id, one.contact_id]))
  const quoting = rows.flatMap((row) => {
    const quotedId = quoted.get(replyOf(row) ?? '')
    const contactId = contacts.get(textOf(row, 'id'))
    return quotedId === undefined || contactId === undefined
      ? []
      : [{ own: textOf(row, 'source_id'), quotedId, contactId }]
  })
  if (quoting.length === 0) return
  const found = await piece.work.db.rows(storedMovedMessages, {
    whatsappIds: quoting.flatMap(({ own, quotedId }) => [own, quotedId]),
    clientIds: [],
  })
  const ids = new Map(found.map((one) => [`${one.whatsapp_id} ${one.contact_id}`, one.id]))
  const pairs = quoting.flatMap(({ own, quotedId, contactId }) => {
    const id = ids.get(`${own} ${contactId}`)
    const about = ids.get(`${quotedId} ${contactId}`)
    return id === undefined || about === undefined ? [] : [{ id, about }]
  })
  await piece.work.db.run(quoteMovedMessages, {
    ids: pairs.map(({ id }) => id),
    quotedIds: pairs.map(({ about }) => about),
  })
}

function replyOf(row: SourceRow): string | null {
  const reply = fieldOf(parseJsonOrNull(parseJsonOrNull(row.content_attributes)), 'in_reply_to')
  return typeof reply === 'number' || (typeof reply === 'string' && /^\d+$/.test(reply))
    ? String(reply)
    : null
}

async function quotedIds({ source }: StepContext, rows: readonly SourceRow[]): Promise<Prepared['quoted']> {
  const ids = rows.flatMap((row) => replyOf(row) ?? [])
  if (ids.length === 0) return new Map()
  const found = await source.rows<{ id: number; source_id: string }>(
    `select id, source_id from messages where id = any ($1) and source_id <> ''`,
    [ids],
  )
  return new Map(found.map(({ id, source_id }) => [String(id), source_id]))
}

const mention = /(?:\[@?[^\]]*\]\()?mention:\/\/user\/\d+\/([^)\s]+)\)?/g

async function insertNotes(
  piece: MovePiece,
  rows: readonly SourceRow[],
  tickets: ReadonlyMap<number, TicketPlace>,
): Promise<void> {
  const fresh = rows.filter((row) => piece.ref('note', textOf(row, 'id')) === null)
  const ids = await piece.newIds('ticket_notes', fresh.length)
  const made = fresh.flatMap((row, at) => {
    const ticket = tickets.get(piece.ref('ticket', textOf(row, 'conversation_id')) ?? 0)
    if (ticket === undefined) return []
    piece.became('note', textOf(row, 'id'), ids[at] ?? 0)
    const note = textOf(row, 'content').replace(mention, (_whole, name: string) => `@${spelled(name)}`)
    return {
      id: ids[at],
      ticket_id: ticket.id,
      contact_id: ticket.contact_id,
      user_id: piece.ref('user', textOf(row, 'sender_id')),
      note,
      mentions: [],
      created_at: timeOf(row, 'created_at', piece.work.now),
      updated_at: timeOf(row, 'updated_at', piece.work.now),
    }
  })
  piece.moved += await piece.insert(insertMovedNotes, made)
}

function spelled(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function attachmentsOf(
  { source }: StepContext,
  rows: readonly SourceRow[],
): Promise<Prepared['attachments']> {
  const found = await source.rows<SourceRow>(
    `select a.id, a.message_id, a.file_type, a.coordinates_lat, a.coordinates_long, b.key, b.filename, b.content_type
     from attachments a
     left join active_storage_attachments s on s.record_type = 'Attachment' and s.record_id = a.id and s.name = 'file'
     left join active_storage_blobs b on b.id = s.blob_id
     where a.message_id = any ($1) order by a.id`,
    [rows.map((row) => Number(row.id))],
  )
  const byMessage = new Map<string, SourceRow[]>()
  for (const row of found) {
    const id = textOf(row, 'message_id')
    byMessage.set(id, [...(byMessage.get(id) ?? []), row])
  }
  return byMessage
}

/** Stores the files of attachments that have not moved, several at once. */
async function filesOf(
  context: StepContext,
  attachments: Prepared['attachments'],
): Promise<Prepared['files']> {
  const stored = new Map<SourceRow, { readonly mediaType: MediaType; readonly media: MediaMetadata }>()
  let files = [...attachments.values()].flat().filter((row) => fileTypes[Number(row.file_type)] !== undefined)
  if (files.length === 0) return stored
  await context.act(async (piece) => {
    await piece.look(files.map((row) => ['attachment', textOf(row, 'id')] as const))
    files = files.filter((row) => piece.ref('attachment', textOf(row, 'id')) === null)
  })
  const store = async () => {
    for (let next = files.shift(); next !== undefined; next = files.shift()) {
      const key = textOf(next, 'key')
      const path = await context.media.find(`${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`, context.sourceId)
      const mediaType = fileTypes[Number(next.file_type)] ?? 'application'
      const mimetype = textOf(next, 'content_type') || 'application/octet-stream'
      const fileName = mediaType === 'application' ? textOf(next, 'filename').slice(0, 255) : null
      stored.set(next, await storeFoundFile(context, path, { mediaType, mimetype, fileName }))
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, store))
  return stored
}

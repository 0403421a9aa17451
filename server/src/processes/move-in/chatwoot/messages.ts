import type { CompanyTexts } from '@balcao/domain/company-texts'
import type { MediaType, MessageOrigin } from '@balcao/domain/messages'
import { systemTextsInCompanyLanguage } from '../../../features/companies/companies.read'
import type { MediaMetadata } from '../../../features/messages/media/media-facts'
import {
  insertMovedMessages,
  linkQuotesOfMovedMessages,
  storedMovedMessages,
  updateMovedMessages,
} from '../../../features/messages/move-in.queries'
import { contactsOfTickets } from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { recordMissingUser } from '../late-users'
import type { MovedTicket } from '../live-tickets'
import type { MoveInBatch } from '../piece'
import type { MoveInStep, SourceRow } from '../step'
import { fieldOf, textOf, timeOf } from '../values'
import { whatsappInboxTypesSql } from './account'
import {
  type AttachmentFiles,
  type AttachmentsByMessage,
  contentsOfMessage,
  isFileAttachment,
  readAttachments,
  storeAttachmentFiles,
} from './attachments'
import {
  contentAttributesOf,
  deriveMessageIdFromChatwootId,
  idsOfMovedMessage,
  type MovedMessageIds,
  quotedMessageOf,
  readQuotedSourceIds,
  whatsappIdOf,
} from './message-names'
import { insertPrivateMessages, mentionedUsers } from './notes'
import { chatwootReadingSpec } from './office'

const [incoming, , activity, template] = [0, 1, 2, 3]
const failed = 3
const bots = ['AgentBot', 'Captain::Assistant']

interface Prepared {
  readonly attachments: AttachmentsByMessage
  readonly files: AttachmentFiles
  /** WhatsApp's ids of quoted messages, by Chatwoot's ids. */
  readonly quoted: ReadonlyMap<string, string>
}

/**
 * Moves messages. A message with several attachments becomes several messages, and a private one becomes a note
 * of the ticket. One without a WhatsApp id gets an id derived from Chatwoot's, so that a repeated move stores
 * it once.
 */
export const messagesStep: MoveInStep = {
  name: 'messages',
  again: ['message', 'file', 'note'],
  reading: chatwootReadingSpec(
    'messages',
    `content message_type private sender_type sender_id status source_id
      content_attributes conversation_id`,
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
    const attachments = await readAttachments(context, rows)
    return {
      attachments,
      files: await storeAttachmentFiles(
        context,
        rows.filter(mayBecomeMessages).flatMap((row) => attachments.get(textOf(row, 'id')) ?? []),
      ),
      quoted: await readQuotedSourceIds(context.source, rows),
    }
  },
  async carry(piece, rows, _context, prepared) {
    const { attachments, files, quoted } = prepared as Prepared
    await piece.look(rows, (row) => [
      ['ticket', textOf(row, 'conversation_id')],
      ['user', row.sender_type === 'User' ? textOf(row, 'sender_id') : null],
      ['note', row.private === true ? textOf(row, 'id') : null],
      ...(row.private === true ? mentionedUsers(textOf(row, 'content')) : []),
    ])
    const found = await piece.work.db.rows(contactsOfTickets, {
      ids: [...new Set(rows.flatMap((row) => piece.ref('ticket', textOf(row, 'conversation_id')) ?? []))],
    })
    const tickets = new Map(found.map((one) => [one.id, one]))
    const texts = await systemTextsInCompanyLanguage(piece.work)
    const made: MovedMessage[] = []
    const notes: SourceRow[] = []
    for (const row of rows) {
      const id = textOf(row, 'id')
      const own = attachments.get(id) ?? []
      const ticket = tickets.get(piece.ref('ticket', textOf(row, 'conversation_id')) ?? 0)
      if (ticket === undefined)
        piece.skip('message', id, row.is_whatsapp === false ? 'other-channel' : 'ticket-missing')
      else if (Number(row.message_type) === activity) piece.skip('message', id, 'activity')
      else if (row.private === true) {
        notes.push(row)
        if (own.some(isFileAttachment)) piece.skip('note', id, 'media-lost')
      } else {
        noteFiles(piece, row, own, files)
        if (row.sender_type === 'User') recordMissingUser(piece, 'message', row, 'sender_id')
        made.push(...messagesOf(piece, row, { ticket, attachments: own, files, texts }))
      }
    }
    await storeMessages(piece, made)
    await quote(piece, rows, made, quoted)
    await insertPrivateMessages(piece, notes, tickets)
  },
}

/** Whether the row can become messages, if its ticket has moved. Files of a row that cannot are not stored. */
function mayBecomeMessages(row: SourceRow): boolean {
  return row.is_whatsapp === true && row.private !== true && Number(row.message_type) !== activity
}

/** Inserts new messages and updates those that moved earlier, some before Chatwoot had their WhatsApp id. */
async function storeMessages(piece: MoveInBatch, made: readonly MovedMessage[]): Promise<void> {
  const { whatsappIds, clientIds } = namesOf(made)
  const known = await piece.work.db.rows(storedMovedMessages, {
    whatsappIds,
    clientIds: [...clientIds, ...made.flatMap(({ former_id }) => former_id ?? [])],
  })
  const knownIds = new Map(known.map((one) => [keyOf(one), one.id]))
  const knownIdOf = (one: MovedMessage) =>
    knownIds.get(keyOf(one)) ?? knownIds.get(keyOf({ ...one, whatsapp_id: null, client_id: one.former_id }))
  const fresh = made.filter((one) => knownIdOf(one) === undefined)
  const inserted = await piece.work.db.rows(insertMovedMessages, {
    rows: toJsonRows(fresh),
    at: piece.work.now,
  })
  piece.moved += inserted.length
  noteTwins(piece, fresh)
  // Keeps one row per message, because two rows must not get the same WhatsApp id.
  const old = [...new Map(made.map((one) => [keyOf(one), one])).values()].flatMap((one) => {
    const id = knownIdOf(one)
    return id === undefined ? [] : [{ ...one, id }]
  })
  if (old.length > 0)
    await piece.work.db.run(updateMovedMessages, { rows: toJsonRows(old), at: piece.work.now })
}

function namesOf(made: readonly MovedMessageIds[]) {
  return {
    whatsappIds: made.flatMap(({ whatsapp_id }) => whatsapp_id ?? []),
    clientIds: made.flatMap(({ client_id }) => client_id ?? []),
  }
}

interface PlacedName extends MovedMessageIds {
  readonly contact_id: number
}

function nameKey({ whatsapp_id, client_id, contact_id }: PlacedName): string {
  return `${whatsapp_id ?? client_id} ${contact_id}`
}

/**
 * The key of a message. It includes the direction, because a message between two numbers of the company is in
 * two chats under the same WhatsApp id, once sent and once received.
 */
function keyOf(one: PlacedName & { readonly from_me: boolean }): string {
  return `${nameKey(one)} ${one.from_me}`
}

/** Reports repeated rows of one message, because only the first has moved. */
function noteTwins(piece: MoveInBatch, fresh: readonly MovedMessage[]): void {
  const seen = new Set<string>()
  for (const one of fresh) {
    if (seen.has(keyOf(one))) piece.skip('message', one.source_id, 'same-message')
    seen.add(keyOf(one))
  }
}

/** Records which files have moved. A missing file is not recorded, so a later run looks for it again. */
function noteFiles(
  piece: MoveInBatch,
  row: SourceRow,
  attachments: readonly SourceRow[],
  files: AttachmentFiles,
): void {
  const own = attachments.filter(isFileAttachment)
  const isMissing = (one: SourceRow) => files.get(one)?.media.state === 'failed'
  for (const one of own) if (!isMissing(one)) piece.became('attachment', textOf(one, 'id'), 0)
  if (own.some(isMissing)) piece.skip('file', textOf(row, 'id'), 'file-missing')
  else if (own.length > 0) piece.settle('file', textOf(row, 'id'), 'file-missing')
}

interface MovedMessage extends MovedMessageIds {
  /** Chatwoot's id of the message, for the report of rows that did not move. */
  readonly source_id: string
  /**
   * The derived id that an outgoing message may have here if it moved before it had a WhatsApp id. It only
   * finds the message, and is never stored.
   */
  readonly former_id: string | null
  readonly contact_id: number
  readonly from_me: boolean
  readonly media_type: MediaType | null
  readonly media: MediaMetadata | null
  readonly [column: string]: unknown
}

function messagesOf(
  piece: MoveInBatch,
  row: SourceRow,
  facts: {
    readonly ticket: MovedTicket
    readonly attachments: readonly SourceRow[]
    readonly files: AttachmentFiles
    readonly texts: CompanyTexts
  },
): readonly MovedMessage[] {
  const { ticket, attachments, files, texts } = facts
  const fromMe = Number(row.message_type) !== incoming
  const isDeleted = fieldOf(contentAttributesOf(row), 'deleted') === true
  const isFailed = fromMe && Number(row.status) === failed
  const status = Math.min(3, 1 + (Number(row.status) || 0))
  const { companyId } = piece.work
  const id = textOf(row, 'id')
  return contentsOfMessage(textOf(row, 'content'), attachments, files).map((content, part) => ({
    source_id: id,
    former_id: fromMe && part === 0 ? deriveMessageIdFromChatwootId(companyId, id, part) : null,
    ticket_id: ticket.id,
    contact_id: ticket.contact_id,
    author_contact_id: null,
    user_id: row.sender_type === 'User' ? piece.ref('user', textOf(row, 'sender_id')) : null,
    connection_id: ticket.connection_id,
    ...idsOfMovedMessage(companyId, id, textOf(row, 'source_id'), part),
    // Chatwoot stores a content that it cannot show as a message without text, so it gets a text that says so.
    body: content.body === '' && content.mediaType === null && !isDeleted ? texts.notShown : content.body,
    from_me: fromMe,
    ack: fromMe && !isFailed ? status : 0,
    failure: isFailed ? 'ERR_SENDING_WAPP_MSG' : null,
    is_read: true,
    media_type: content.mediaType,
    media: content.media,
    is_deleted: isDeleted,
    edited_at: null,
    is_view_once: false,
    link_preview: null,
    location: null,
    origin: fromMe ? originOf(row) : null,
    created_at: timeOf(row, 'created_at', piece.work.now),
  }))
}

/** Returns who wrote the message. One without a sender was written on the phone. */
function originOf(row: SourceRow): MessageOrigin {
  if (row.sender_type === 'User') return 'person'
  if (bots.includes(textOf(row, 'sender_type'))) return 'bot'
  return Number(row.message_type) === template ? 'automatic' : 'device'
}

async function quote(
  piece: MoveInBatch,
  rows: readonly SourceRow[],
  made: readonly MovedMessage[],
  quoted: Prepared['quoted'],
): Promise<void> {
  const first = new Map<string, MovedMessage>()
  for (const one of made) if (!first.has(one.source_id)) first.set(one.source_id, one)
  const quoting = rows.flatMap((row) => {
    const own = first.get(textOf(row, 'id'))
    const { id, whatsappId } = quotedMessageOf(row)
    const sourceId = quoted.get(id ?? '')
    const about =
      id !== null && sourceId !== undefined
        ? idsOfMovedMessage(piece.work.companyId, id, sourceId, 0)
        : { whatsapp_id: whatsappIdOf(whatsappId ?? ''), client_id: null }
    const isNamed = about.whatsapp_id !== null || about.client_id !== null
    return own === undefined || !isNamed ? [] : [{ own, about: { ...about, contact_id: own.contact_id } }]
  })
  if (quoting.length === 0) return
  const found = await piece.work.db.rows(
    storedMovedMessages,
    namesOf(quoting.flatMap(({ own, about }) => [own, about])),
  )
  const ids = new Map(found.map((one) => [nameKey(one), one.id]))
  const pairs = quoting.flatMap(({ own, about }) => {
    const [id, quotedId] = [ids.get(nameKey(own)), ids.get(nameKey(about))]
    return id === undefined || quotedId === undefined || id === quotedId ? [] : [{ id, quotedId }]
  })
  await piece.work.db.run(linkQuotesOfMovedMessages, {
    ids: pairs.map(({ id }) => id),
    quotedIds: pairs.map(({ quotedId }) => quotedId),
  })
}

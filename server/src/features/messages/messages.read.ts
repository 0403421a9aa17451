import type { MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { previewOf } from '@balcao/domain/messages'
import type { ChatAddress, MediaKind, OutgoingContent, QuotedMessage } from '@balcao/whatsapp/gateway'
import type { FileStore } from '../../platform/files/file-store'
import { storedFile } from '../../platform/files/stored-bytes'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { chatAddressOf } from '../contacts/contacts.read'
import type { MayReadParams } from '../tickets/may-read-sql'
import { mayReadParams } from '../tickets/tickets.read'
import { readCards } from './contact-cards'
import { conversationAfter, conversationBefore, conversationPage } from './conversation.queries'
import { referenceTo } from './message-reference'
import { type MessageRow, messageById } from './messages.queries'
import type { WrittenMessageRow } from './messages.view'
import { isBeingPrepared } from './prepare-voice'

export interface ConversationPage {
  /** In time order. */
  readonly messages: readonly WrittenMessageRow[]
  /** At least so many; exactly on the last page by number (decision "A page does not count"). */
  readonly count: number
  /** Older ones exist. */
  readonly hasMore: boolean
  /** Where the page does not end at the newest message: whether more follow. */
  readonly hasNewer?: boolean
}

/** Which part of a conversation, by pages of `limit`. At most one of the three messages; without any the page of that number. */
export interface ConversationPlace {
  readonly pageNumber: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly around?: number | undefined
  readonly limit: number
}

/**
 * One page of the conversation with the ticket's contact, over all tickets that this person may read (MESSAGE-04); the
 * caller has asked whether this one may be. `before`, `after` and `around` page by message, so that what arrives
 * meanwhile shifts nothing and a page costs the same wherever it stands.
 */
export async function listConversation(
  work: PersonWork,
  ticketId: TicketId,
  { pageNumber, before, after, around, limit }: ConversationPlace,
): Promise<ConversationPage> {
  const conversation: Conversation = { params: [...mayReadParams(work), ticketId], limit }
  if (after !== undefined) {
    const { messages, isCut } = await newer(work, conversation, after)
    return { messages, hasMore: true, hasNewer: isCut, count: messages.length + 1 }
  }
  if (around !== undefined) return pageAround(work, conversation, around)
  if (before !== undefined) return pageOf(await older(work, conversation, before))
  const offset = (pageNumber - 1) * limit
  const rows = await work.db.rows(conversationPage, [...conversation.params, limit + 1, offset])
  return pageOf(upToNow(rows, limit), offset)
}

interface Conversation {
  readonly params: readonly [...MayReadParams, ticketId: TicketId]
  /** Messages of a page. One more is always read, which tells whether there are more. */
  readonly limit: number
}
interface Part {
  readonly messages: readonly WrittenMessageRow[]
  /** There is more than the page holds. */
  readonly isCut: boolean
}

const cut = (rows: readonly WrittenMessageRow[], limit: number): Part => ({
  messages: rows.slice(0, limit),
  isCut: rows.length > limit,
})
function upToNow(newestFirst: readonly WrittenMessageRow[], limit: number): Part {
  const { messages, isCut } = cut(newestFirst, limit)
  return { messages: messages.toReversed(), isCut }
}

function pageOf({ messages, isCut }: Part, offset = 0): ConversationPage {
  return { messages, hasMore: isCut, count: offset + messages.length + (isCut ? 1 : 0) }
}

/** The message with what was said before and after it, a page of each: it fills a view on whichever side there is little. */
async function pageAround(work: PersonWork, conversation: Conversation, around: number) {
  const [past, future] = await Promise.all([
    older(work, conversation, around + 1),
    newer(work, conversation, around),
  ])
  const messages = [...past.messages, ...future.messages]
  return { ...pageOf({ messages, isCut: past.isCut }), hasNewer: future.isCut }
}

async function older({ db }: PersonWork, { params, limit }: Conversation, before: number): Promise<Part> {
  return upToNow(await db.rows(conversationBefore, [...params, before, limit + 1]), limit)
}

async function newer({ db }: PersonWork, { params, limit }: Conversation, after: number): Promise<Part> {
  return cut(await db.rows(conversationAfter, [...params, after, limit + 1]), limit)
}

/** Everything that the sessions role needs to hand a message to WhatsApp. */
export interface OutgoingMessage {
  readonly whatsappId: WhatsappMessageId
  readonly to: ChatAddress
  readonly content: OutgoingContent
  /** Of the file that goes with it; of a voice note that of its recording, which is about as large. */
  readonly fileBytes: number | null
  readonly quoted: QuotedMessage | null
  readonly ack: number
  readonly isDeleted: boolean
  /** Its recording is not ready: it waits, and its conversation behind it. */
  readonly isBeingPrepared: boolean
}

/** A message of ours as an order for WhatsApp, or null when it is gone. */
export async function outgoingMessage(
  work: CompanyWork,
  messageId: MessageId,
  store: FileStore,
): Promise<OutgoingMessage | null> {
  const row = await work.db.row(messageById, [messageId])
  if (row === null || row.whatsapp_id === null) return null
  const to = await chatAddressOf(work, row.contact_id)
  return {
    whatsappId: row.whatsapp_id as WhatsappMessageId, // branding is parsing
    to,
    content: outgoingContent(row, store),
    fileBytes: row.media?.key == null ? null : (row.media.sizeBytes ?? 0),
    quoted: row.quoted_id === null ? null : await quotedMessage(work, row.quoted_id),
    ack: row.ack,
    isDeleted: row.is_deleted,
    isBeingPrepared: isBeingPrepared(row, work.now),
  }
}

function outgoingContent(row: MessageRow, store: FileStore): OutgoingContent {
  const { media, media_type, body, location } = row
  if (location !== null) return { kind: 'location', ...location }
  if (media_type === 'vcard') return { kind: 'contact-card', cards: readCards(body) }
  const key = media?.key ?? null
  if (media === null || key === null) return { kind: 'text', text: body }
  const { whatsappKey, seconds, waveform } = media
  if (media.isVoice && whatsappKey !== undefined)
    return {
      kind: 'voice',
      seconds: seconds ?? 1,
      waveform: Uint8Array.from(waveform ?? []),
      file: () => storedFile(store, whatsappKey),
    }
  return {
    kind: 'media',
    media: mediaKindOf(media_type),
    mimetype: media.mimetype,
    fileName: media.fileName,
    caption: body === '' ? null : body,
    file: () => storedFile(store, key),
  }
}

function mediaKindOf(mediaType: MediaType | null): MediaKind {
  switch (mediaType) {
    case 'image':
    case 'audio':
    case 'video':
      return mediaType
    default:
      return 'document'
  }
}

async function quotedMessage(work: CompanyWork, id: MessageId): Promise<QuotedMessage | null> {
  const row = await work.db.row(messageById, [id])
  const reference = row && (await referenceTo(work, row))
  if (row === null || reference === null) return null
  const fileName = row.media?.fileName ?? null
  return { ...reference, text: previewOf(row.body, row.media_type, fileName, await textsOfCompany(work)) }
}

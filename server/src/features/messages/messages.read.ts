import type { getMessageInfo as call } from '@balcao/contract/messages'
import type { ContactId, MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { type MediaType, messagePreview } from '@balcao/domain/messages'
import type { ChatAddress, MediaKind, OutgoingContent, QuotedMessage } from '@balcao/whatsapp/gateway'
import type { z } from 'zod'
import type { FileStore } from '../../platform/files/file-store'
import { streamStoredFile } from '../../platform/files/stored-bytes'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { systemTextsInCompanyLanguage } from '../companies/companies.read'
import { chatAddressOf } from '../contacts/contacts.read'
import type { MayReadTicketParams } from '../tickets/may-read-sql'
import { ticketToView } from '../tickets/tickets.access'
import { mayReadTicketParams } from '../tickets/tickets.read'
import { parseContactCards } from './incoming/contact-cards'
import type { InteractiveContent } from './interactive'
import { whatsappReferenceOf } from './message-reference'
import { type MessageRow, messageById } from './messages.queries'
import { joinMessagesJson, type MessagesJsonParts } from './messages.view'
import { isVoiceBeingPrepared } from './outgoing/prepare-voice'
import {
  conversationPage,
  conversationPageAfter,
  conversationPageBefore,
  type MessageTimesRow,
  messageTimes,
} from './reading/conversation.queries'
import { messagesContainingText } from './reading/search-conversation.queries'

interface FoundInConversation {
  /** The ids of the matching messages, newest first. */
  readonly found: MessageId[]
  /** The message before which to continue the search; null at the beginning of the conversation. */
  readonly next: MessageId | null
}

type MessageInfo = z.output<typeof call.answer>

interface ConversationPage {
  /** Each message as the JSON of an `UnsignedMessage`, in order of time. */
  readonly messages: readonly string[]
  /**
   * The number of messages in the conversation. Exact only on the last page when pages are numbered; else a lower
   * bound, because counting would read the whole conversation.
   */
  readonly count: number
  /** Whether older messages exist. */
  readonly hasMore: boolean
  /** Whether newer messages exist, for pages that do not end at the newest one. */
  readonly hasNewer?: boolean
}

/** Selects a page of `limit` messages: before, after or around one message, or else by page number. */
export interface ConversationPageRequest {
  readonly pageNumber: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly around?: number | undefined
  readonly limit: number
}

/**
 * A page over all tickets of the contact that this user may read (MESSAGE-04). `before`, `after` and `around` select by
 * message id, so that new messages shift no page and every page costs the same.
 */
export async function readConversationPage(
  work: PersonWork,
  ticketId: TicketId,
  { pageNumber, before, after, around, limit }: ConversationPageRequest,
): Promise<ConversationPage> {
  const conversation: Conversation = { params: { ...mayReadTicketParams(work), ticketId }, limit }
  if (after !== undefined) {
    const { messages, isCut } = await pageAfter(work, conversation, after)
    return { messages, hasMore: true, hasNewer: isCut, count: messages.length + 1 }
  }
  if (around !== undefined) return pageAround(work, conversation, around)
  if (before !== undefined) return pageOf(await pageBefore(work, conversation, before))
  const offset = (pageNumber - 1) * limit
  const page = await work.db.one(conversationPage, { ...conversation.params, limit: limit + 1, offset })
  return pageOf(pageUntilNewest(page, limit), offset)
}

interface Conversation {
  readonly params: MayReadTicketParams & { ticketId: TicketId }
  /** The size of a page. The query reads one more row, to detect further messages. */
  readonly limit: number
}
interface Part {
  readonly messages: readonly string[]
  /** Whether more messages exist than the page holds. */
  readonly isCut: boolean
}

function cutToPage(written: MessagesJsonParts, limit: number): Part {
  const messages = joinMessagesJson(written)
  return { messages: messages.slice(0, limit), isCut: messages.length > limit }
}
function pageUntilNewest(newestFirst: MessagesJsonParts, limit: number): Part {
  const { messages, isCut } = cutToPage(newestFirst, limit)
  return { messages: messages.toReversed(), isCut }
}

function pageOf({ messages, isCut }: Part, offset = 0): ConversationPage {
  return { messages, hasMore: isCut, count: offset + messages.length + (isCut ? 1 : 0) }
}

/** A page before the message and a page after it, so that the view is full even near an end of the conversation. */
async function pageAround(work: PersonWork, conversation: Conversation, around: number) {
  const [past, future] = await Promise.all([
    pageBefore(work, conversation, around + 1),
    pageAfter(work, conversation, around),
  ])
  const messages = [...past.messages, ...future.messages]
  return { ...pageOf({ messages, isCut: past.isCut }), hasNewer: future.isCut }
}

async function pageBefore(
  { db }: PersonWork,
  { params, limit }: Conversation,
  before: number,
): Promise<Part> {
  return pageUntilNewest(await db.one(conversationPageBefore, { ...params, before, limit: limit + 1 }), limit)
}

async function pageAfter({ db }: PersonWork, { params, limit }: Conversation, after: number): Promise<Part> {
  return cutToPage(await db.one(conversationPageAfter, { ...params, after, limit: limit + 1 }), limit)
}

/** The data that the process with the WhatsApp sessions needs to send a message. */
export interface OutgoingMessage {
  readonly whatsappId: WhatsappMessageId
  readonly to: ChatAddress
  readonly content: OutgoingContent
  /** The size of the message's file. For a voice note, that of the original recording, which is about the same. */
  readonly fileBytes: number | null
  readonly quoted: QuotedMessage | null
  readonly ack: number
  readonly isDeleted: boolean
  /** Whether the recording is still being converted; until then the message and its conversation wait. */
  readonly isBeingPrepared: boolean
}

/** Reads our message to this contact for sending. Null: the message does not exist any more. */
export async function readOutgoingMessage(
  work: CompanyWork,
  { messageId, contactId }: { messageId: MessageId; contactId: ContactId },
  store: FileStore,
): Promise<OutgoingMessage | null> {
  const [row, to] = await Promise.all([
    work.db.row(messageById, { messageId }),
    chatAddressOf(work, contactId),
  ])
  if (row === null || row.whatsapp_id === null) return null
  return {
    whatsappId: row.whatsapp_id as WhatsappMessageId, // The cast is safe: the column holds only WhatsApp ids.
    to,
    content: outgoingContent(row, store),
    fileBytes: row.media?.key == null ? null : (row.media.sizeBytes ?? 0),
    quoted: row.quoted_id === null ? null : await quotedMessage(work, row.quoted_id),
    ack: row.ack,
    isDeleted: row.is_deleted,
    isBeingPrepared: isVoiceBeingPrepared(row, work.now),
  }
}

function outgoingContent(row: MessageRow, store: FileStore): OutgoingContent {
  const { media, media_type, body, location, interactive } = row
  if (interactive?.choices) return { kind: 'choices', ...interactive.choices, asText: body }
  if (interactive?.template) return templateContent(interactive.template, row, store)
  if (location !== null) return { kind: 'location', ...location }
  if (media_type === 'vcard') return { kind: 'contact-card', cards: parseContactCards(body) }
  const key = media?.key ?? null
  if (media === null || key === null) return { kind: 'text', text: body }
  const { whatsappKey, seconds, waveform } = media
  if (media.isVoice && whatsappKey !== undefined)
    return {
      kind: 'voice',
      seconds: seconds ?? 1,
      waveform: Uint8Array.from(waveform ?? []),
      file: () => streamStoredFile(store, whatsappKey),
    }
  return {
    kind: 'media',
    media: mediaKindOf(media_type),
    mimetype: media.mimetype,
    fileName: media.fileName,
    caption: body === '' ? null : body,
    file: () => streamStoredFile(store, key),
  }
}

/** Builds the template content that the provider gets. The message's file becomes the template's header. */
function templateContent(
  { components, ...template }: NonNullable<InteractiveContent['template']>,
  { media, media_type }: MessageRow,
  store: FileStore,
): OutgoingContent {
  const key = media?.key ?? null
  const header =
    media === null || key === null
      ? []
      : [
          {
            part: 'header' as const,
            media: mediaKindOf(media_type),
            mimetype: media.mimetype,
            fileName: media.fileName,
            file: () => streamStoredFile(store, key),
          },
        ]
  return { kind: 'template', ...template, components: [...header, ...components] }
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
  const row = await work.db.row(messageById, { messageId: id })
  const reference = row && (await whatsappReferenceOf(work, row))
  if (row === null || reference === null) return null
  const fileName = row.media?.fileName ?? null
  return {
    ...reference,
    text: messagePreview(row.body, row.media_type, fileName, await systemTextsInCompanyLanguage(work)),
  }
}

/** Returns when a message was sent, delivered, read and played, for users who may read its ticket. */
export async function readMessageInfo(work: PersonWork, messageId: MessageId): Promise<MessageInfo> {
  const row = await work.db.row(messageTimes, { messageId })
  if (row === null) throw refuse('ERR_NO_MESSAGE_FOUND')
  const { is_group: isGroup } = await ticketToView(work, row.ticket_id)
  return {
    messageId,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    playedAt: row.played_at?.toISOString() ?? null,
    sentBy: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    isGroup,
    ...(row.category !== null && { charge: chargeOf(row.category, row) }),
  }
}

function chargeOf(
  category: string,
  { is_billed, amount, currency }: Pick<MessageTimesRow, 'is_billed' | 'amount' | 'currency'>,
): NonNullable<MessageInfo['charge']> {
  const cost = amount === null || currency === null ? null : { amount, currency }
  return { category, isBilled: is_billed === true, cost }
}

/** Searches the messages that `readConversationPage` shows this user, backwards from `before`. */
export async function searchConversation(
  work: PersonWork,
  ticketId: TicketId,
  { words, before }: { readonly words: string; readonly before: MessageId | undefined },
): Promise<FoundInConversation> {
  const ticket = await ticketToView(work, ticketId)
  const { reads, found: finds, bytes } = limits.conversationSearch
  const { found, next } = await work.db.one(messagesContainingText, {
    ...mayReadTicketParams(work),
    ticketId: ticket.id,
    words,
    before: before ?? null,
    reads,
    finds,
    bytes,
  })
  if (found.length === finds) return { found, next: found.at(-1) ?? null }
  return { found, next }
}

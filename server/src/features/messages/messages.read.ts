import type { MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { MediaType } from '@balcao/domain/messages'
import { previewOf } from '@balcao/domain/messages'
import type { ChatAddress, MediaKind, OutgoingContent, QuotedMessage } from '@balcao/whatsapp/gateway'
import type { FileStore } from '../../platform/files/file-store'
import { storedBytes } from '../../platform/files/stored-bytes'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { chatAddressOf } from '../contacts/contacts.read'
import { ticketToRead } from '../tickets/tickets.access'
import { mayReadParams } from '../tickets/tickets.read'
import { readCards } from './contact-cards'
import { referenceTo } from './message-reference'
import { conversationPage, countConversation, type MessageRow, messageById } from './messages.queries'
import type { UnsignedMessage } from './messages.view'
import { isBeingPrepared } from './prepare-voice'

export interface ConversationPage {
  /** In time order. */
  readonly messages: readonly UnsignedMessage[]
  readonly count: number
  readonly hasMore: boolean
}

/**
 * One page of the conversation with the ticket's contact, over all tickets that this person may read (MESSAGE-04).
 * `before` pages by message, so that what arrives meanwhile shifts nothing.
 */
export async function listConversation(
  work: PersonWork,
  ticketId: TicketId,
  { pageNumber, before }: { pageNumber: number; before?: number | undefined },
): Promise<ConversationPage> {
  const { contact_id } = await ticketToRead(work, ticketId)
  const rights = mayReadParams(work)
  const offset = before === undefined ? (pageNumber - 1) * limits.listPage : 0
  const rows = await work.db.rows(conversationPage, [
    ...rights,
    contact_id,
    before ?? null,
    limits.listPage + 1, // one more tells whether there is more
    offset,
  ])
  const { count } = await work.db.one(countConversation, [...rights, contact_id])
  const messages = rows.slice(0, limits.listPage).map(({ message }) => message)
  return { messages: messages.reverse(), count, hasMore: rows.length > limits.listPage }
}

/** Everything that the sessions role needs to hand a message to WhatsApp. */
export interface OutgoingMessage {
  readonly whatsappId: WhatsappMessageId
  readonly to: ChatAddress
  readonly content: OutgoingContent
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
      bytes: () => storedBytes(store, whatsappKey),
    }
  return {
    kind: 'media',
    media: mediaKindOf(media_type),
    mimetype: media.mimetype,
    fileName: media.fileName,
    caption: body === '' ? null : body,
    bytes: () => storedBytes(store, key),
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

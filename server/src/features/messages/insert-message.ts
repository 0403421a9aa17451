import { isAutomatic } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { insertMessage as insertStatement, type NewMessage, type StoredMessageRow } from './messages.queries'

/** Stores a message once. Null: it exists already, by WhatsApp's id or by its client id. */
export function insertMessage(
  work: CompanyWork,
  message: NewMessage,
  createdAt: Date,
): Promise<StoredMessageRow | null> {
  return work.db.row(insertStatement, {
    ticketId: message.ticketId,
    contactId: message.contactId,
    authorContactId: message.authorContactId,
    userId: message.userId,
    connectionId: message.connectionId,
    whatsappId: message.whatsappId,
    clientId: message.clientId,
    body: message.body,
    fromMe: message.fromMe,
    ack: message.ack,
    isRead: message.isRead,
    mediaType: message.mediaType,
    media: message.media === null ? null : JSON.stringify(message.media),
    sealedMediaReference: message.sealedMediaReference,
    quotedId: message.quotedId,
    isAutomatic: isAutomatic(message.origin),
    origin: message.origin,
    isViewOnce: message.isViewOnce,
    location: message.location === null ? null : JSON.stringify(message.location),
    linkPreview: message.linkPreview === null ? null : JSON.stringify(message.linkPreview),
    createdAt,
    now: work.now,
  })
}

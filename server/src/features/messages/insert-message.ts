import { isAutomatic } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { insertMessage as insertStatement, type NewMessage, type StoredMessageRow } from './messages.queries'

/** Stores a message once. Null: it exists already, by WhatsApp's id or by its client id. */
export function insertMessage(
  work: CompanyWork,
  message: NewMessage,
  createdAt: Date,
): Promise<StoredMessageRow | null> {
  return work.db.row(insertStatement, [
    message.ticketId,
    message.contactId,
    message.authorContactId,
    message.userId,
    message.connectionId,
    message.whatsappId,
    message.clientId,
    message.body,
    message.fromMe,
    message.ack,
    message.isRead,
    message.mediaType,
    message.media === null ? null : JSON.stringify(message.media),
    message.sealedMediaReference,
    message.quotedId,
    isAutomatic(message.origin),
    message.origin,
    message.isViewOnce,
    message.location === null ? null : JSON.stringify(message.location),
    message.linkPreview === null ? null : JSON.stringify(message.linkPreview),
    createdAt,
    work.now,
  ])
}

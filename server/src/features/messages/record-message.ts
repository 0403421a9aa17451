import type { MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { type NotedMessage, noteMessageChange } from '../tickets/note-message'
import { ticketFactsOf } from '../tickets/tickets.read'
import { type ChangedMessage, messageChanged } from './messages.events'
import { type MessageRow, wireMessageById } from './messages.queries'
import type { UnsignedMessage } from './messages.view'

/** Updates the lists whose last message changed, and records the event. `change` is its kind for webhooks. */
export async function recordChanged(
  work: CompanyWork,
  row: MessageRow,
  change: ChangedMessage['change'] = null,
): Promise<UnsignedMessage> {
  await noteMessageChange(work, row.ticket_id, noted(row))
  const [message, facts] = await Promise.all([wireMessage(work, row.id), ticketFactsOf(work, row.ticket_id)])
  const kept = { facts, messageId: row.id, ack: message.ack as Ack, change } // the column's check
  work.recordRead(messageChanged, kept, Promise.resolve({ facts, message }))
  return message
}

export async function wireMessage(work: CompanyWork, id: MessageId): Promise<UnsignedMessage> {
  return (await work.db.one(wireMessageById, { messageId: id })).message
}

/** What lists show of a message. */
export function noted(row: MessageRow): NotedMessage {
  return {
    id: row.id,
    body: row.body,
    mediaType: row.media_type,
    fileName: row.media?.fileName ?? null,
    fromMe: row.from_me,
    ack: row.ack,
    isDeleted: row.is_deleted,
    at: row.created_at,
    hasFailed: row.failure !== null,
  }
}

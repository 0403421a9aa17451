import type { MessageId } from '@balcao/domain/ids'
import { isAnswer } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { type NotedMessage, noteMessageChange, noteMessageOnTicket } from '../tickets/note-message'
import { factsOf } from '../tickets/ticket-facts'
import { ticketFactsOf } from '../tickets/tickets.read'
import { type Changed, messageChanged, messageStored } from './messages.events'
import { type MessageRow, type StoredMessageRow, wireMessageById } from './messages.queries'
import type { UnsignedMessage } from './messages.view'

/** Updates the ticket after a message was inserted, and records the event. An incoming message counts as unread. */
export async function recordStored(
  work: CompanyWork,
  { message, ...row }: StoredMessageRow,
  { countsAsUnread = !row.from_me } = {},
): Promise<UnsignedMessage> {
  const { row: ticketRow, ticket } = await noteMessageOnTicket(work, row.ticket_id, noted(row), {
    countsAsUnread,
    isAnswer: isAnswer(message.origin),
  })
  work.record(messageStored, { facts: factsOf(ticketRow), message, ticket })
  return message
}

/** Updates the lists whose last message changed, and records the event. `change` is its kind for webhooks. */
export async function recordChanged(
  work: CompanyWork,
  row: MessageRow,
  change: Changed['change'] = null,
): Promise<UnsignedMessage> {
  await noteMessageChange(work, row.ticket_id, noted(row))
  const message = await wireMessage(work, row.id)
  work.record(messageChanged, { facts: await ticketFactsOf(work, row.ticket_id), message, change })
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

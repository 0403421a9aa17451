import type { MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { applyMessageChangesToTickets, type MessageShownInTicketList } from '../tickets/note-message'
import { type ChangedMessageEventData, messageChanged } from './messages.events'
import { type MessageRow, wireMessagesByIds } from './messages.queries'
import type { UnsignedMessage } from './messages.view'

/** Publishes a changed message, also in the lists where it is the last one. `change` is its kind for webhooks. */
export async function recordMessageChange(
  work: CompanyWork,
  row: MessageRow,
  change: ChangedMessageEventData['change'] = null,
): Promise<UnsignedMessage> {
  const [message] = await recordMessageChanges(work, [row], change)
  if (message === undefined) throw new Error('one row is one message')
  return message
}

/** Publishes changed messages by a fixed number of statements. Per ticket, at most one may be by the customer. */
export async function recordMessageChanges(
  work: CompanyWork,
  rows: readonly MessageRow[],
  change: ChangedMessageEventData['change'],
): Promise<readonly UnsignedMessage[]> {
  if (rows.length === 0) return []
  const [tickets, wire] = await Promise.all([
    applyMessageChangesToTickets(
      work,
      rows.map((row) => ({ ...listedMessageOf(row), ticketId: row.ticket_id })),
    ),
    work.db.rows(wireMessagesByIds, { messageIds: rows.map(({ id }) => id) }),
  ])
  const messages = new Map(wire.map(({ message }) => [message.id, message]))
  return rows.map(({ id, ticket_id: ticketId }) => {
    const facts = tickets.get(ticketId)
    const message = messages.get(id)
    if (facts === undefined || message === undefined) throw new Error(`message ${id} vanished under its lock`)
    // The cast is safe, because a check constraint limits the column to acks.
    const kept = { facts, messageId: id, ack: message.ack as Ack, change }
    work.recordRead(messageChanged, kept, Promise.resolve({ facts, message }))
    return message
  })
}

export async function readUnsignedMessage(work: CompanyWork, id: MessageId): Promise<UnsignedMessage> {
  return (await work.db.one(wireMessagesByIds, { messageIds: [id] })).message
}

export function listedMessageOf(row: MessageRow): MessageShownInTicketList {
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

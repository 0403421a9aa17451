import type { ConnectionId, ContactId, MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { type InboundWork, inboundKey, tellSettled } from './add-to-outbox'
import type { MessageChange } from './message-change'
import {
  changeByOrder,
  changesById,
  failChange,
  holdUnbegun,
  inheritBefore,
  openChangesOver,
  settleChange,
  withdrawUnbegun,
  withdrawUnbegunBulk,
} from './order-changes.queries'
import type { OutboxRow } from './outbox.queries'

/** An order for a change of a message. */
export interface ChangeOrder {
  readonly orderId: number
  readonly change: MessageChange
}

/** The changes that were sent under these ids. */
export async function changesNamed(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
  ids: readonly string[],
): Promise<readonly ChangeOrder[]> {
  return (await work.db.rows(changesById, [connectionId, ids])).map(changeOrder)
}

/** Those that WhatsApp has not taken yet. */
export async function changesUnderWay(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<readonly ChangeOrder[]> {
  return (await work.db.rows(openChangesOver, [connectionId])).map(changeOrder)
}

export async function changeOfOrder(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
): Promise<MessageChange | null> {
  const row = await work.db.row(changeByOrder, [orderId])
  return row === null ? null : changeOf(row)
}

/** WhatsApp has taken it: the next order of the conversation may leave. May repeat. */
export async function settleChangeOrder(work: InboundWork, orderId: number): Promise<void> {
  const row = await work.db.row(settleChange, [orderId])
  if (row !== null) tellSettled(work, row)
}

/**
 * It will not be taken, for good: the next order of the conversation may leave. Gives what is to be shown again, or null
 * when it was settled before. What was ordered upon it never goes back to it, but to what stood before it.
 */
export async function failChangeOrder(work: InboundWork, orderId: number): Promise<MessageChange | null> {
  const row = await work.db.row(failChange, [orderId])
  if (row === null) return null
  const change = changeOf(row)
  if (change.kind !== 'deletion') {
    const { messageId, kind, payload } = change
    await work.db.run(inheritBefore, [messageId, kind, orderId, JSON.stringify(payload.before)])
  }
  tellSettled(work, row)
  return change
}

/** Has this message not begun to leave? Then it does not, until the act ends, and leaves as it stands then. */
export async function holdInOutbox(work: Pick<CompanyWork, 'db'>, messageId: MessageId): Promise<boolean> {
  return (await work.db.row(holdUnbegun, [messageId])) !== null
}

/** What the server says by itself in a ticket and has not begun to leave: it never does. Gives the messages, in order. */
export async function withdrawFromOutbox(
  work: InboundWork,
  ticketId: TicketId,
): Promise<readonly MessageId[]> {
  const orders = await work.db.rows(withdrawUnbegun, [ticketId])
  for (const connectionId of new Set(orders.map(({ connection_id: id }) => id))) {
    work.wake('outbox', inboundKey(work, connectionId))
  }
  return orders.map(({ message_id: id }) => id).toSorted((one, other) => one - other)
}

/** What campaigns have for this contact, or for whomever, and has not begun to leave: it never does. Gives the messages, in order. */
export async function withdrawBulkFromOutbox(
  work: InboundWork,
  { connectionId, contactId }: { readonly connectionId: ConnectionId; readonly contactId: ContactId | null },
): Promise<readonly MessageId[]> {
  const orders = await work.db.rows(withdrawUnbegunBulk, [connectionId, contactId])
  if (orders.length > 0) work.wake('outbox', inboundKey(work, connectionId))
  return orders.map(({ message_id: id }) => id).toSorted((one, other) => one - other)
}

function changeOrder(
  row: Pick<OutboxRow, 'id' | 'kind' | 'message_id' | 'change_id' | 'payload'>,
): ChangeOrder {
  return { orderId: row.id, change: changeOf(row) }
}

export function changeOf({
  id,
  kind,
  message_id: messageId,
  change_id: changeId,
  payload,
}: Pick<OutboxRow, 'id' | 'kind' | 'message_id' | 'change_id' | 'payload'>): MessageChange {
  if (messageId === null || changeId === null) throw new Error(`outbox item ${id} names no message`)
  const named = { kind, messageId, changeId: changeId as WhatsappMessageId, payload } // branding is parsing
  return named as MessageChange // written by addToOutbox alone
}

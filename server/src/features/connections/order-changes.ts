import type { ConnectionId, ContactId, MessageId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { connectionWakeKey, type OutboxWork, wakeConnectionAfterOutboxItem } from './add-to-outbox'
import type { MessageChange } from './message-change'
import {
  copyPriorStateToNextChange,
  deleteUnsentAutomaticOutboxItems,
  deleteUnsentCampaignOutboxItems,
  lockUnsentOutboxItem,
  markOutboxChangeFailed,
  markOutboxChangeSent,
  type OutboxChangeRow,
  openOutboxChangesOfConnection,
  outboxChangeByItemId,
  outboxChangesByChangeIds,
} from './order-changes.queries'

/** An outbox item for a change of a message. */
interface OutboxChange {
  readonly orderId: number
  readonly change: MessageChange
}

export async function findOutboxChanges(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
  ids: readonly string[],
): Promise<readonly OutboxChange[]> {
  return (await work.db.rows(outboxChangesByChangeIds, { connectionId, changeIds: ids })).map(changeOrder)
}

export async function unacknowledgedOutboxChanges(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<readonly OutboxChange[]> {
  return (await work.db.rows(openOutboxChangesOfConnection, { connectionId })).map(changeOrder)
}

export async function changeOfOutboxItem(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
): Promise<MessageChange | null> {
  const row = await work.db.row(outboxChangeByItemId, { orderId })
  return row === null ? null : outboxChangeOfRow(row)
}

/** WhatsApp has the change: the next item of the conversation may be sent. Idempotent. */
export async function finishOutboxChange(work: OutboxWork, orderId: number): Promise<void> {
  const row = await work.db.row(markOutboxChangeSent, { orderId })
  if (row !== null) wakeConnectionAfterOutboxItem(work, row)
}

/**
 * Fails a change for good and returns it, so that the caller restores `before`; null: it was finished earlier. A later
 * change of the same kind takes over that `before`, because the failed state never existed on WhatsApp.
 */
export async function failOutboxChange(work: OutboxWork, orderId: number): Promise<MessageChange | null> {
  const row = await work.db.row(markOutboxChangeFailed, { orderId })
  if (row === null) return null
  const change = outboxChangeOfRow(row)
  if (change.kind !== 'deletion') {
    const { messageId, kind, payload } = change
    await work.db.run(copyPriorStateToNextChange, {
      messageId,
      kind,
      failedId: orderId,
      before: JSON.stringify(payload.before),
    })
  }
  wakeConnectionAfterOutboxItem(work, row)
  return change
}

/**
 * Locks the item of a message that has not started sending, so that it can't start meanwhile. False: it has started.
 */
export async function lockMessageIfUnsent(
  work: Pick<CompanyWork, 'db'>,
  messageId: MessageId,
): Promise<boolean> {
  return (await work.db.row(lockUnsentOutboxItem, { messageId })) !== null
}

/** Withdraws the automatic messages of a ticket that have not started sending. Returns the messages, in order. */
export async function withdrawAutomaticOutboxItems(
  work: OutboxWork,
  ticketId: TicketId,
): Promise<readonly MessageId[]> {
  const orders = await work.db.rows(deleteUnsentAutomaticOutboxItems, { ticketId })
  for (const connectionId of new Set(orders.map(({ connection_id: id }) => id))) {
    work.wake('outbox', connectionWakeKey(work, connectionId))
  }
  return orders.map(({ message_id: id }) => id).toSorted((one, other) => one - other)
}

/** Withdraws unsent campaign messages, to this contact or to all (null). Returns the messages, in order. */
export async function withdrawCampaignOutboxItems(
  work: OutboxWork,
  { connectionId, contactId }: { readonly connectionId: ConnectionId; readonly contactId: ContactId | null },
): Promise<readonly MessageId[]> {
  const orders = await work.db.rows(deleteUnsentCampaignOutboxItems, { connectionId, contactId })
  if (orders.length > 0) work.wake('outbox', connectionWakeKey(work, connectionId))
  return orders.map(({ message_id: id }) => id).toSorted((one, other) => one - other)
}

function changeOrder(row: OutboxChangeRow): OutboxChange {
  return { orderId: row.id, change: outboxChangeOfRow(row) }
}

export function outboxChangeOfRow(row: OutboxChangeRow): MessageChange {
  const { id, kind, message_id: messageId, change_id: changeId, payload } = row
  if (messageId === null || changeId === null) throw new Error(`outbox item ${id} names no message`)
  // The cast only brands a checked value.
  const named = { kind, messageId, changeId: changeId as WhatsappMessageId, payload }
  return named as MessageChange // The cast is safe, because only addToOutbox writes this payload.
}

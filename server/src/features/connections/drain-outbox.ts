import type { ContactId, MessageId } from '@balcao/domain/ids'
import type { MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { type Lease, lockLeaseOrThrow } from './leases'
import type { MessageChange } from './message-change'
import { outboxChangeOfRow } from './order-changes'
import {
  claimNextItemsOfConversations,
  hasUnprocessedEventBefore,
  markItemFailed,
  markItemSent,
  type OutboxRow,
  resumeItemsOfConnection,
  returnItemToQueue,
  returnUnsentItemToQueue,
} from './outbox.queries'

export interface ClaimedOutboxItem {
  readonly id: number
  readonly contactId: ContactId
  /** Whether the item has a file, which is uploaded to WhatsApp before the message is sent. */
  readonly hasFile: boolean
  /** How often sending has failed so far. */
  readonly attempts: number
  /** Whether the item was never claimed before, so that no message can have been sent under its id. */
  readonly isFirstTry: boolean
  readonly task:
    | { readonly kind: 'message'; readonly messageId: MessageId }
    | { readonly kind: 'read'; readonly messages: readonly MessageReference[] }
    | MessageChange
}

/** How long an item that was being sent when the link broke waits for its acknowledgement before it is sent again. */
export const resendDelayAfterLinkLossMs = 2_000
/**
 * Inbound processing counts as lagging if an event is unprocessed for this long; a missing ack may be such an event.
 */
const lagMs = 5_000

/**
 * Claims up to `plain` items without a file and `uploads` with one, and commits them as `sending` before anything is
 * sent. Locks and checks the lease, and meanwhile calls `read` for each item. If no item is due, it writes nothing and
 * locks nothing, so that an idle poll causes no disk flush.
 */
export async function claimOutboxItems<T>(
  work: CompanyWork,
  lease: Lease,
  { plain, uploads, busy }: { plain: number; uploads: number; busy: readonly ContactId[] },
  read: (order: ClaimedOutboxItem) => Promise<T>,
): Promise<readonly T[]> {
  const rows = await work.db.rows(claimNextItemsOfConversations, {
    connectionId: lease.connectionId,
    now: work.now,
    plainLimit: plain,
    uploadLimit: uploads,
    busyContactIds: busy,
  })
  if (rows.length === 0) return []
  const [taken] = await Promise.all([
    Promise.all(rows.map((row) => read(claimed(row)))),
    lockLeaseOrThrow(work, lease),
  ])
  return taken
}

/** Makes the items due that waited for the link to open. Leaves alone the items that are being sent now. */
export async function resumeOutbox(
  work: CompanyWork,
  lease: Lease,
  orderIdsInHand: readonly number[],
): Promise<void> {
  await lockLeaseOrThrow(work, lease)
  const againAt = new Date(work.now.getTime() + resendDelayAfterLinkLossMs)
  await work.db.run(resumeItemsOfConnection, {
    connectionId: lease.connectionId,
    now: work.now,
    againAt,
    busyOrderIds: orderIdsInHand,
  })
}

/** Returns the item to the queue until a later time. `failures` counts its failures so far. */
export async function postponeOutboxItem(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
  failures: number,
  until: Date,
): Promise<void> {
  await work.db.run(returnItemToQueue, { orderId, attempts: failures, nextAttemptAt: until })
}

/** Returns an item to the queue as never claimed, because nothing of it was sent. `failures` counts its failures. */
export async function returnUnsentOutboxItem(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
  failures: number,
  until: Date,
): Promise<void> {
  await work.db.run(returnUnsentItemToQueue, { orderId, attempts: failures, nextAttemptAt: until })
}

/**
 * Queues an item again that got no ack. False: nothing changed, because a delayed inbound event may be the ack.
 */
export async function postponeUnacknowledgedItem(
  work: Pick<CompanyWork, 'db' | 'now'>,
  lease: Lease,
  order: { readonly id: number; readonly failures: number; readonly until: Date },
): Promise<boolean> {
  const lags = await isEventProcessingLagging(work, lease)
  if (!lags) await postponeOutboxItem(work, order.id, order.failures, order.until)
  return !lags
}

export async function isEventProcessingLagging(
  work: Pick<CompanyWork, 'db' | 'now'>,
  { connectionId }: Lease,
): Promise<boolean> {
  const receivedBefore = new Date(work.now.getTime() - lagMs)
  return (await work.db.one(hasUnprocessedEventBefore, { connectionId, receivedBefore })).has_unread
}

/** Finishes a claimed item, because WhatsApp has it or nothing is left to do. */
export async function finishClaimedOutboxItem(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(markItemSent, { orderId })
}

/** Fails a claimed item for good; the conversation continues without it. */
export async function failClaimedOutboxItem(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(markItemFailed, { orderId })
}

function claimed(row: OutboxRow): ClaimedOutboxItem {
  const { id, contact_id: contactId, has_file: hasFile, attempts, is_first_try: isFirstTry } = row
  return { id, contactId, hasFile, attempts, isFirstTry, task: taskOf(row) }
}

function taskOf(row: OutboxRow): ClaimedOutboxItem['task'] {
  const { id, kind, message_id: messageId, payload } = row
  if (kind === 'read') {
    // The cast is safe, because only addToOutbox writes this payload.
    const { messages } = payload as { messages: MessageReference[] }
    return { kind, messages }
  }
  if (kind !== 'message') return outboxChangeOfRow(row)
  if (messageId === null) throw new Error(`outbox item ${id} names no message`)
  return { kind, messageId }
}

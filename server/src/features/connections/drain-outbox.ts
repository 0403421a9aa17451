import type { ContactId, MessageId } from '@balcao/domain/ids'
import type { MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { holdLease, type Lease } from './leases'
import type { MessageChange } from './message-change'
import { changeOf } from './order-changes'
import {
  claimHeads,
  failOrder,
  finishOrder,
  hasUnreadSince,
  type OutboxRow,
  postponeOrder,
  putBackOrder,
  resumeOrders,
} from './outbox.queries'

/** An outbox item that its owner has claimed. */
export interface ClaimedOrder {
  readonly id: number
  readonly contactId: ContactId
  /** The file is uploaded to WhatsApp before the message. */
  readonly hasFile: boolean
  /** How often sending has failed so far. */
  readonly attempts: number
  /** The item was never claimed before, so no message can have been sent under its id. */
  readonly isFirstTry: boolean
  readonly task:
    | { readonly kind: 'message'; readonly messageId: MessageId }
    | { readonly kind: 'read'; readonly messages: readonly MessageReference[] }
    | MessageChange
}

/** How long an item that was being sent when the link broke waits for its acknowledgement before it is sent again. */
export const reconcileMs = 2_000
/** An inbound event that is unprocessed for this long shows that processing lags. */
const lagMs = 5_000

/**
 * Claims the next outbox items of conversations, up to `plain` without a file and `uploads` with one, and
 * commits them as `sending` before anything is sent. Returns the results of `read` for each item; `read` runs
 * concurrently with the check of the lease. When no item is due nothing is written, not even the lease's
 * lock, so an empty poll costs no flush.
 */
export async function claimOrders<T>(
  work: CompanyWork,
  lease: Lease,
  { plain, uploads, busy }: { plain: number; uploads: number; busy: readonly ContactId[] },
  read: (order: ClaimedOrder) => Promise<T>,
): Promise<readonly T[]> {
  const rows = await work.db.rows(claimHeads, {
    connectionId: lease.connectionId,
    now: work.now,
    plainLimit: plain,
    uploadLimit: uploads,
    busyContactIds: busy,
  })
  if (rows.length === 0) return []
  const [taken] = await Promise.all([
    Promise.all(rows.map((row) => read(claimed(row)))),
    holdLease(work, lease),
  ])
  return taken
}

/** Makes the items due that waited for the link to open. Leaves alone the items that are being sent now. */
export async function resumeOutbox(
  work: CompanyWork,
  lease: Lease,
  orderIdsInHand: readonly number[],
): Promise<void> {
  await holdLease(work, lease)
  const againAt = new Date(work.now.getTime() + reconcileMs)
  await work.db.run(resumeOrders, {
    connectionId: lease.connectionId,
    now: work.now,
    againAt,
    busyOrderIds: orderIdsInHand,
  })
}

/** Returns the item to the queue until a later time. `failures` counts its failures so far. */
export async function postpone(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
  failures: number,
  until: Date,
): Promise<void> {
  await work.db.run(postponeOrder, { orderId, attempts: failures, nextAttemptAt: until })
}

/**
 * Returns an item of which nothing was sent to the queue until a later time. `failures` counts its failures
 * so far.
 */
export async function putBack(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
  failures: number,
  until: Date,
): Promise<void> {
  await work.db.run(putBackOrder, { orderId, attempts: failures, nextAttemptAt: until })
}

/**
 * Returns an item without an acknowledgement to the queue, to be sent again under its id. Returns false and
 * changes nothing while event processing of this connection lags, because an unprocessed event may be the
 * acknowledgement.
 */
export async function postponeUnreceived(
  work: Pick<CompanyWork, 'db' | 'now'>,
  lease: Lease,
  order: { readonly id: number; readonly failures: number; readonly until: Date },
): Promise<boolean> {
  const lags = await acksLag(work, lease)
  if (!lags) await postpone(work, order.id, order.failures, order.until)
  return !lags
}

/** Whether event processing of this connection lags: an unprocessed event may be an acknowledgement. */
export async function acksLag(
  work: Pick<CompanyWork, 'db' | 'now'>,
  { connectionId }: Lease,
): Promise<boolean> {
  const receivedBefore = new Date(work.now.getTime() - lagMs)
  return (await work.db.one(hasUnreadSince, { connectionId, receivedBefore })).has_unread
}

/** Finishes a claimed item, because WhatsApp has it or nothing is left to do. */
export async function finishClaimed(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(finishOrder, { orderId })
}

/** Fails a claimed item for good; the conversation continues without it. */
export async function failClaimed(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(failOrder, { orderId })
}

function claimed(row: OutboxRow): ClaimedOrder {
  const { id, contact_id: contactId, has_file: hasFile, attempts, is_first_try: isFirstTry } = row
  return { id, contactId, hasFile, attempts, isFirstTry, task: taskOf(row) }
}

function taskOf(row: OutboxRow): ClaimedOrder['task'] {
  const { id, kind, message_id: messageId, payload } = row
  if (kind === 'read') {
    const { messages } = payload as { messages: MessageReference[] } // Only addToOutbox writes this payload.
    return { kind, messages }
  }
  if (kind !== 'message') return changeOf(row)
  if (messageId === null) throw new Error(`outbox item ${id} names no message`)
  return { kind, messageId }
}

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

/** An outbox item that its owner has taken in hand. */
export interface ClaimedOrder {
  readonly id: number
  readonly contactId: ContactId
  /** WhatsApp gets a file before the message. */
  readonly hasFile: boolean
  /** Failures so far. */
  readonly attempts: number
  /** It was never taken in hand before, so nothing can have left under its id. */
  readonly isFirstTry: boolean
  readonly task:
    | { readonly kind: 'message'; readonly messageId: MessageId }
    | { readonly kind: 'read'; readonly messages: readonly MessageReference[] }
    | MessageChange
}

/** How long what was on its way when the link broke is left to be heard of, before it leaves again. */
export const reconcileMs = 2_000
/** What was received so long ago and is not taken in yet says that reception lags. */
const lagMs = 5_000

/**
 * Takes conversations' next outbox items in hand, up to so many without a file and so many with one: all that are due, or as
 * many as there is room for. Committed as `sending` before anything leaves. Where nothing is due nothing is written, the
 * lease's lock included, so that a look in vain costs no flush.
 */
export async function claimOrders(
  work: CompanyWork,
  lease: Lease,
  { plain, uploads, busy }: { plain: number; uploads: number; busy: readonly ContactId[] },
): Promise<readonly ClaimedOrder[]> {
  const rows = await work.db.rows(claimHeads, [lease.connectionId, work.now, plain, uploads, busy])
  if (rows.length > 0) await holdLease(work, lease)
  return rows.map(claimed)
}

/** The link is open: nothing waits any longer for that. Outbox items in hand this moment are left alone. */
export async function resumeOutbox(
  work: CompanyWork,
  lease: Lease,
  orderIdsInHand: readonly number[],
): Promise<void> {
  await holdLease(work, lease)
  const againAt = new Date(work.now.getTime() + reconcileMs)
  await work.db.run(resumeOrders, [lease.connectionId, work.now, againAt, orderIdsInHand])
}

/** Back into the line until then; `failures` is how often it has failed by now. */
export async function postpone(
  work: Pick<CompanyWork, 'db'>,
  orderId: number,
  failures: number,
  until: Date,
): Promise<void> {
  await work.db.run(postponeOrder, [orderId, failures, until])
}

/** It cannot leave yet, and has not begun to: back into the line until then. */
export async function putBack(work: Pick<CompanyWork, 'db'>, orderId: number, until: Date): Promise<void> {
  await work.db.run(putBackOrder, [orderId, until])
}

/**
 * Nothing was heard of it in time: back into the line, to leave again under its id. False, and nothing happens, as long as
 * reception lags behind what this connection has heard: the acknowledgement may be among that.
 */
export async function postponeUnreceived(
  work: Pick<CompanyWork, 'db' | 'now'>,
  { connectionId }: Lease,
  order: { readonly id: number; readonly failures: number; readonly until: Date },
): Promise<boolean> {
  const receivedBefore = new Date(work.now.getTime() - lagMs)
  const { has_unread: lags } = await work.db.one(hasUnreadSince, [connectionId, receivedBefore])
  if (!lags) await postpone(work, order.id, order.failures, order.until)
  return !lags
}

/** Done: WhatsApp has it, or there is nothing left to do. */
export async function finishClaimed(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(finishOrder, [orderId])
}

/** It will not be done; the conversation goes on without it. */
export async function failClaimed(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(failOrder, [orderId])
}

function claimed(row: OutboxRow): ClaimedOrder {
  const { id, contact_id: contactId, has_file: hasFile, attempts, is_first_try: isFirstTry } = row
  return { id, contactId, hasFile, attempts, isFirstTry, task: taskOf(row) }
}

function taskOf(row: OutboxRow): ClaimedOrder['task'] {
  const { id, kind, message_id: messageId, payload } = row
  if (kind === 'read') {
    const { messages } = payload as { messages: MessageReference[] } // written by addToOutbox alone
    return { kind, messages }
  }
  if (kind !== 'message') return changeOf(row)
  if (messageId === null) throw new Error(`outbox item ${id} names no message`)
  return { kind, messageId }
}

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
  type OutTrayRow,
  postponeOrder,
  resumeOrders,
} from './out-tray.queries'

/** An order that its owner has taken in hand. */
export interface ClaimedOrder {
  readonly id: number
  readonly contactId: ContactId
  /** WhatsApp gets a file before the message. */
  readonly hasFile: boolean
  /** Failures so far. */
  readonly attempts: number
  readonly task:
    | { readonly kind: 'message' | 'deletion'; readonly messageId: MessageId }
    | { readonly kind: 'read'; readonly messages: readonly MessageReference[] }
    | MessageChange
}

/** How long what was on its way when the link broke is left to be heard of, before it leaves again. */
export const reconcileMs = 2_000

/**
 * Takes conversations' next orders in hand, up to so many without a file and so many with one. Committed as `sending`
 * before anything leaves.
 */
export async function claimOrders(
  work: CompanyWork,
  lease: Lease,
  { plain, uploads, busy }: { plain: number; uploads: number; busy: readonly ContactId[] },
): Promise<readonly ClaimedOrder[]> {
  await holdLease(work, lease)
  const rows = await work.db.rows(claimHeads, [lease.connectionId, work.now, plain, uploads, busy])
  return rows.map(claimed)
}

/** The link is open: nothing waits any longer for that. Orders in hand this moment are left alone. */
export async function resumeOutTray(
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

/** Done: WhatsApp has it, or there is nothing left to do. */
export async function finishClaimed(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(finishOrder, [orderId])
}

/** It will not be done; the conversation goes on without it. */
export async function failClaimed(work: Pick<CompanyWork, 'db'>, orderId: number): Promise<void> {
  await work.db.run(failOrder, [orderId])
}

function claimed(row: OutTrayRow): ClaimedOrder {
  const { id, contact_id: contactId, has_file: hasFile, attempts } = row
  return { id, contactId, hasFile, attempts, task: taskOf(row) }
}

function taskOf(row: OutTrayRow): ClaimedOrder['task'] {
  const { id, kind, message_id: messageId, payload } = row
  if (kind === 'edit' || kind === 'reaction') return changeOf(row)
  if (kind === 'read') {
    const { messages } = payload as { messages: MessageReference[] } // written by handToOutTray alone
    return { kind, messages }
  }
  if (messageId === null) throw new Error(`out-tray order ${id} names no message`)
  return { kind, messageId }
}

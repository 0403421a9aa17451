import type { ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import { capabilitiesOf, whatsappProviders } from '@balcao/domain/providers'
import type { MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import type { MessageChange } from './message-change'
import {
  acknowledgeItemsOfMessages,
  deleteItemsOfContact,
  type FinishedOutboxItemRow,
  insertClaimedItems,
  insertIntoOutbox,
  makeItemOfMessageDue,
  markItemOfMessageFailed,
  moveItemsOfContact,
  moveItemsOfMessages,
  requeueFailedItem,
} from './outbox.queries'

/** A message, change or receipt to send over this connection. Items of one contact are sent in order. */
export type OutboxItem = {
  readonly connectionId: ConnectionId
  readonly contactId: ContactId
  /** 0 for answers, higher for campaigns, which are sent after them. */
  readonly priority?: number
  /** The item is not sent before this time. Later items of its conversation wait behind this item. */
  readonly notBefore?: Date
} & (
  | { readonly kind: 'message'; readonly messageId: MessageId }
  | {
      readonly kind: 'read'
      readonly messageId?: null
      readonly payload: { readonly messages: readonly MessageReference[] }
    }
  | MessageChange
)

/** Providers over which the customer sees a message twice if it is sent twice. */
const unrepeatable = whatsappProviders.filter((provider) => !capabilitiesOf(provider).repeatsSafely)

export type OutboxWork = Pick<CompanyWork, 'companyId' | 'db' | 'now' | 'wake'>

/** Queues items. After the commit, the process that runs the connection sends those of a conversation in this order. */
export function addAllToOutbox(work: OutboxWork, items: readonly OutboxItem[]): void {
  if (items.length === 0) return
  work.db.send(insertIntoOutbox, {
    connectionIds: items.map(({ connectionId }) => connectionId),
    contactIds: items.map(({ contactId }) => contactId),
    kinds: items.map(({ kind }) => kind),
    messageIds: items.map(({ messageId }) => messageId ?? null),
    changeIds: items.map((item) => ('changeId' in item ? item.changeId : null)),
    payloads: items.map((item) => ('payload' in item ? JSON.stringify(item.payload) : null)),
    priorities: items.map(({ priority }) => priority ?? 0),
    notBefore: items.map(({ notBefore }) => notBefore ?? work.now),
    at: work.now,
  })
  for (const connectionId of new Set(items.map((item) => item.connectionId)))
    work.wake('outbox', connectionWakeKey(work, connectionId))
}

export function addToOutbox(work: OutboxWork, item: OutboxItem): void {
  addAllToOutbox(work, [item])
}

/**
 * A text that this process can send now: it holds the connection's lease (`token`), and the lease's sender has room.
 */
interface ClaimableOutboxText {
  readonly connectionId: ConnectionId
  readonly contactId: ContactId
  readonly messageId: MessageId
  readonly token: number
}

/** Queues texts. Claims each unless the lease is lost or its conversation has an unsent item; returns those claimed. */
export async function addClaimedTextsToOutbox(
  work: OutboxWork,
  texts: readonly ClaimableOutboxText[],
): Promise<ReadonlyMap<MessageId, number>> {
  if (texts.length === 0) return new Map()
  const rows = await work.db.rows(insertClaimedItems, {
    connectionIds: texts.map(({ connectionId }) => connectionId),
    tokens: texts.map(({ token }) => token),
    contactIds: texts.map(({ contactId }) => contactId),
    messageIds: texts.map(({ messageId }) => messageId),
    at: work.now,
  })
  return new Map(rows.flatMap(({ id, message_id, is_claimed }) => (is_claimed ? [[message_id, id]] : [])))
}

/** Makes a message due for sending, because the content that it waited for is ready. A sent item stays as it is. */
export async function makeOutboxItemDue(work: OutboxWork, messageId: MessageId): Promise<void> {
  const row = await work.db.row(makeItemOfMessageDue, { messageId, at: work.now })
  if (row !== null) work.wake('outbox', connectionWakeKey(work, row.connection_id))
}

/** Retries a failed message, over the connection `over` if given. False: it has not failed, or its item was deleted. */
export async function retryOutboxItem(
  work: OutboxWork,
  messageId: MessageId,
  over: ConnectionId | null = null,
): Promise<boolean> {
  const row = await work.db.row(requeueFailedItem, { messageId, at: work.now, over, unrepeatable })
  if (row !== null) work.wake('outbox', connectionWakeKey(work, row.connection_id))
  return row !== null
}

/** Finishes items that WhatsApp's server has (ack 1 or more): the next items of their conversations may be sent. */
export async function acknowledgeOutboxItems(
  work: OutboxWork,
  messageIds: readonly MessageId[],
): Promise<void> {
  for (const row of await work.db.rows(acknowledgeItemsOfMessages, { messageIds }))
    wakeConnectionAfterOutboxItem(work, row)
}

/**
 * Wakes the process that runs the connection after an outbox item has ended: the process may wait for that, or may now
 * send the next item of the conversation. `has_next` misses an item that a concurrent transaction adds. If both items
 * are of one ticket, its lock orders the transactions, and the later one wakes the process; otherwise the periodic poll
 * finds the added item.
 */
export function wakeConnectionAfterOutboxItem(
  work: Pick<CompanyWork, 'companyId' | 'wake'>,
  row: FinishedOutboxItemRow,
): void {
  const key = connectionWakeKey(work, row.connection_id)
  work.wake('outbox-acknowledged', `${key}:${row.id}`)
  if (row.has_next) work.wake('outbox', key)
}

/** Fails the item of a message for good, so that the next one may be sent. Returns whether the item was open. */
export async function failOutboxItem(work: OutboxWork, messageId: MessageId): Promise<boolean> {
  const row = await work.db.row(markItemOfMessageFailed, { messageId })
  if (row !== null) wakeConnectionAfterOutboxItem(work, row)
  return row !== null
}

/** Each pair is one WhatsApp message that was stored twice: its outbox items move to the kept message. */
export async function moveOutboxItemsOfDuplicateMessages(
  work: Pick<CompanyWork, 'db'>,
  pairs: readonly { readonly keptId: MessageId; readonly twinId: MessageId }[],
): Promise<void> {
  const keptIds = pairs.map(({ keptId }) => keptId)
  const twinIds = pairs.map(({ twinId }) => twinId)
  await work.db.run(moveItemsOfMessages, { messageIds: twinIds, toMessageIds: keptIds })
}

/** Moves the outbox items of a merged contact to the remaining one, so that both are one ordered sequence. */
export async function moveOutboxItemsToContact(
  work: Pick<CompanyWork, 'db'>,
  goneId: ContactId,
  keptId: ContactId,
): Promise<void> {
  await work.db.run(moveItemsOfContact, { contactId: goneId, toContactId: keptId })
}

export async function eraseOutboxItemsOfContact(
  work: Pick<CompanyWork, 'db'>,
  contactId: ContactId,
): Promise<void> {
  await work.db.run(deleteItemsOfContact, { contactId })
}

/** The key of a connection in wake-ups; the company id keeps companies apart. */
export function connectionWakeKey(
  { companyId }: Pick<CompanyWork, 'companyId'>,
  connectionId: ConnectionId,
): string {
  return `${companyId}:${connectionId}`
}

/** Wakes the owner of a connection, because a delayed outbox item is due. */
export function wakeOutbox(work: Pick<CompanyWork, 'companyId' | 'wake'>, connectionId: ConnectionId): void {
  work.wake('outbox', connectionWakeKey(work, connectionId))
}

import type { ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import type { MessageReference } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { deleteOrdersOfContact, giveOrdersOfContact, giveOrdersOfMessages } from './merge-outbox.queries'
import type { MessageChange } from './message-change'
import {
  acknowledgeInOutbox,
  failInOutbox,
  hastenOrder,
  insertIntoOutbox,
  type SettledRow,
  waitAgainInOutbox,
} from './outbox.queries'

/** Something that must reach WhatsApp over this connection. Outbox items of one contact leave in order. */
export type OutboxItem = {
  readonly connectionId: ConnectionId
  readonly contactId: ContactId
  /** 0 for answers, higher for what may wait behind them (campaigns). */
  readonly priority?: number
  /** It waits until then, and what follows in its conversation behind it. */
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

export type InboundWork = Pick<CompanyWork, 'companyId' | 'db' | 'now' | 'wake'>

/** The one way out of the app: the process that owns the connection takes it from here after the commit. */
export async function addToOutbox(work: InboundWork, order: OutboxItem): Promise<void> {
  const { connectionId, contactId, kind, messageId = null, priority = 0 } = order
  const changeId = 'changeId' in order ? order.changeId : null
  const payload = 'payload' in order ? JSON.stringify(order.payload) : null
  await work.db.run(insertIntoOutbox, [
    connectionId,
    contactId,
    kind,
    messageId,
    changeId,
    payload,
    priority,
    work.now,
    order.notBefore ?? work.now,
  ])
  work.wake('outbox', inboundKey(work, connectionId))
}

/** What this message waited for is there: it may leave, if it has not. */
export async function orderIsReady(work: InboundWork, messageId: MessageId): Promise<void> {
  const row = await work.db.row(hastenOrder, [messageId, work.now])
  if (row !== null) work.wake('outbox', inboundKey(work, row.connection_id))
}

/**
 * Sends a message again whose sending failed for good, over the connection that it had if no other is named. False when
 * it did not fail, or its order is gone with its connection or its time.
 */
export async function retryOutbox(
  work: InboundWork,
  messageId: MessageId,
  over: ConnectionId | null = null,
): Promise<boolean> {
  const row = await work.db.row(waitAgainInOutbox, [messageId, work.now, over])
  if (row !== null) work.wake('outbox', inboundKey(work, row.connection_id))
  return row !== null
}

/** WhatsApp's server has taken this message (ack 1 or more): the next one of the conversation may leave. May repeat. */
export async function acknowledgeOutbox(work: InboundWork, messageId: MessageId): Promise<void> {
  const row = await work.db.row(acknowledgeInOutbox, [messageId])
  if (row !== null) tellSettled(work, row)
}

/**
 * Its owner waits for it no longer, and looks for the next order of the conversation where there is one. Who outbox items in a
 * conversation holds its ticket, as the act of an acknowledgement does: an outbox item that is not seen here comes after, and
 * wakes for itself. Between two tickets of one contact the slow look makes up for it.
 */
export function tellSettled(work: Pick<CompanyWork, 'companyId' | 'wake'>, row: SettledRow): void {
  const key = inboundKey(work, row.connection_id)
  work.wake('outbox-acknowledged', `${key}:${row.id}`)
  if (row.has_next) work.wake('outbox', key)
}

/** This message can't be sent, for good: the next one of the conversation may leave. May repeat. */
export async function failOutbox(work: InboundWork, messageId: MessageId): Promise<void> {
  const row = await work.db.row(failInOutbox, [messageId])
  if (row !== null) tellSettled(work, row)
}

/** The messages of a pair are one: what was ordered about the second is about the first. */
export async function ordersFollowMessages(
  work: Pick<CompanyWork, 'db'>,
  pairs: readonly { readonly keptId: MessageId; readonly twinId: MessageId }[],
): Promise<void> {
  const keptIds = pairs.map(({ keptId }) => keptId)
  const twinIds = pairs.map(({ twinId }) => twinId)
  await work.db.run(giveOrdersOfMessages, [twinIds, keptIds])
}

/** Two contacts are one: their outbox items leave in one line. */
export async function ordersFollowContact(
  work: Pick<CompanyWork, 'db'>,
  goneId: ContactId,
  keptId: ContactId,
): Promise<void> {
  await work.db.run(giveOrdersOfContact, [goneId, keptId])
}

/** Everything about this contact is erased, what was to be sent or changed too. */
export async function dropOrdersOfContact(
  work: Pick<CompanyWork, 'db'>,
  contactId: ContactId,
): Promise<void> {
  await work.db.run(deleteOrdersOfContact, [contactId])
}

/** How the signals name a connection: ids of different companies never meet. */
export function inboundKey(
  { companyId }: Pick<CompanyWork, 'companyId'>,
  connectionId: ConnectionId,
): string {
  return `${companyId}:${connectionId}`
}

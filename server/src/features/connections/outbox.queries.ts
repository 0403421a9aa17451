import type { CompanyId, ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

type OutboxItemKind = 'message' | 'deletion' | 'read' | 'edit' | 'reaction'

export interface OutboxRow {
  id: number
  contact_id: ContactId
  kind: OutboxItemKind
  message_id: MessageId | null
  change_id: string | null
  payload: unknown
  has_file: boolean
  attempts: number
  is_first_try: boolean
}

/** An outbox item that was sent or has failed, and whether its conversation has another one waiting. */
export interface FinishedOutboxItemRow {
  id: number
  connection_id: ConnectionId
  has_next: boolean
}

/** SQL condition: the conversation of outbox item `o` has another item waiting. */
export const hasNextItemSql = `exists (
    select from outbox n
    where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
  ) as has_next`

export const insertIntoOutbox = statement<{
  connectionIds: readonly ConnectionId[]
  contactIds: readonly ContactId[]
  kinds: readonly OutboxItemKind[]
  messageIds: readonly (MessageId | null)[]
  changeIds: readonly (string | null)[]
  payloads: readonly (string | null)[]
  priorities: readonly number[]
  notBefore: readonly Date[]
  at: Date
}>(
  'connections.insertIntoOutbox',
  `
  insert into outbox (company_id, connection_id, contact_id, kind, message_id, change_id, payload, priority,
    has_file, next_attempt_at, created_at)
  select current_company(), n.connection_id, n.contact_id, n.kind, n.message_id, n.change_id, n.payload::jsonb,
    n.priority, n.kind = 'message' and exists (select from messages m where m.id = n.message_id and m.media is not null),
    n.not_before, :at
  from unnest(:connectionIds::int[], :contactIds::int[], :kinds::text[], :messageIds::bigint[], :changeIds::text[],
    :payloads::text[], :priorities::int[], :notBefore::timestamptz[])
    with ordinality
      as n (connection_id, contact_id, kind, message_id, change_id, payload, priority, not_before, position)
  order by n.position
  `,
)

/** Inserts texts: `sending` if the lease has this token and no item of the conversation is open, else `waiting`. */
export const insertClaimedItems = statement<
  {
    connectionIds: readonly ConnectionId[]
    tokens: readonly number[]
    contactIds: readonly ContactId[]
    messageIds: readonly MessageId[]
    at: Date
  },
  { id: number; message_id: MessageId; is_claimed: boolean }
>(
  'connections.insertClaimed',
  `
  with held as (
    select l.connection_id from connection_leases l
    where (l.connection_id, l.token) in (select * from unnest(:connectionIds::int[], :tokens::bigint[]))
    order by l.connection_id
    for share
  )
  insert into outbox (company_id, connection_id, contact_id, kind, message_id, state, begun_at, next_attempt_at,
    created_at)
  select current_company(), n.connection_id, n.contact_id, 'message', n.message_id,
    case when n.may_leave then 'sending' else 'waiting' end, case when n.may_leave then :at::timestamptz end, :at, :at
  from (
    select t.*, t.connection_id in (select h.connection_id from held h) and not exists (
      select from outbox o
      where o.connection_id = t.connection_id and o.contact_id = t.contact_id and o.state in ('waiting', 'sending')
    ) as may_leave
    from unnest(:connectionIds::int[], :contactIds::int[], :messageIds::bigint[])
      with ordinality as t (connection_id, contact_id, message_id, position)
  ) as n
  order by n.position
  returning id, message_id, state = 'sending' as is_claimed
  `,
)

export const makeItemOfMessageDue = statement<
  { messageId: MessageId; at: Date },
  { connection_id: ConnectionId }
>(
  'connections.hastenOrder',
  `
  update outbox set next_attempt_at = least(next_attempt_at, :at)
  where message_id = :messageId and kind = 'message' and state in ('waiting', 'sending')
  returning connection_id
  `,
)

/**
 * Queues a failed item again, because a person asked for a retry. If the provider can't detect a repeated send, the
 * item is marked as never begun; otherwise the outbox would not send it a second time.
 */
export const requeueFailedItem = statement<
  { messageId: MessageId; at: Date; over: ConnectionId | null; unrepeatable: readonly string[] },
  { connection_id: ConnectionId }
>(
  'connections.waitAgainInOutbox',
  `
  update outbox o
  set state = 'waiting', attempts = 0, next_attempt_at = :at, connection_id = coalesce(:over::int, o.connection_id),
    begun_at = case when not exists (
      select from connections w
      where w.company_id = o.company_id and w.id = coalesce(:over::int, o.connection_id)
        and w.provider = any (:unrepeatable::text[])
    ) then o.begun_at end
  where message_id = :messageId and kind = 'message' and state = 'failed'
  returning connection_id
  `,
)

/** Finishes the items of messages that WhatsApp's server has, from any state. */
export const acknowledgeItemsOfMessages = statement<
  { messageIds: readonly MessageId[] },
  FinishedOutboxItemRow
>(
  'connections.acknowledgeInOutbox',
  `
  update outbox o set state = 'sent'
  where o.message_id = any (:messageIds::bigint[]) and o.kind = 'message' and o.state <> 'sent'
  returning o.id, o.connection_id, ${hasNextItemSql}
  `,
)

/**
 * Claims one item of each conversation: answers before campaigns, older ones first. It claims none of a conversation
 * that has an item in state `sending` or at the socket now (`busyContactIds`).
 */
export const claimNextItemsOfConversations = statement<
  {
    connectionId: ConnectionId
    now: Date
    plainLimit: number
    uploadLimit: number
    busyContactIds: readonly ContactId[]
  },
  OutboxRow
>(
  'connections.claimHeads',
  `
  update outbox o set state = 'sending', begun_at = case when o.begun_at is null then :now else o.begun_at end
  from (
    select head.id, head.has_file, head.begun_at is null as is_first_try,
      row_number() over (partition by head.has_file order by head.priority, head.id) as place
    from (
      select distinct on (t.contact_id) t.id, t.state, t.priority, t.has_file, t.next_attempt_at, t.begun_at
      from outbox t
      where t.connection_id = :connectionId and t.state in ('waiting', 'sending')
        and t.contact_id <> all (:busyContactIds::int[])
      order by t.contact_id, t.state = 'sending' desc, t.priority, t.id
    ) as head
    where head.state = 'waiting' and head.next_attempt_at <= :now
  ) as due
  where o.id = due.id and due.place <= case when due.has_file then :uploadLimit::int else :plainLimit::int end
  returning o.id, o.contact_id, o.kind, o.message_id, o.change_id, o.payload, o.has_file, o.attempts,
    due.is_first_try
  `,
)

/** Runs across all companies: connections of this process with a due item, even if it waits for an earlier item. */
export const connectionsWithDueItems = statement<
  { holder: string; now: Date },
  { company_id: CompanyId; connection_id: ConnectionId }
>(
  'connections.withDueItems',
  `
  select l.company_id, l.connection_id
  from connection_leases l
  where l.holder = :holder and exists (
    select from outbox o
    where o.company_id = l.company_id and o.connection_id = l.connection_id
      and o.state = 'waiting' and o.next_attempt_at <= :now
  )
  `,
)

export const markItemSent = statement<{ orderId: number }>(
  'connections.finishOrder',
  `update outbox set state = 'sent' where id = :orderId and state = 'sending'`,
)

export const markItemFailed = statement<{ orderId: number }>(
  'connections.failOrder',
  `update outbox set state = 'failed' where id = :orderId and state = 'sending'`,
)

/** Returns the item to the queue, unless an acknowledgement arrived meanwhile. */
export const returnItemToQueue = statement<{ orderId: number; attempts: number; nextAttemptAt: Date }>(
  'connections.postponeOrder',
  `
  update outbox set state = 'waiting', attempts = :attempts, next_attempt_at = :nextAttemptAt where id = :orderId
    and state = 'sending'
  `,
)

/** Returns the item to the queue as never claimed: nothing of it was sent. */
export const returnUnsentItemToQueue = statement<{ orderId: number; attempts: number; nextAttemptAt: Date }>(
  'connections.putBackOrder',
  `
  update outbox set state = 'waiting', begun_at = null, attempts = :attempts, next_attempt_at = :nextAttemptAt
  where id = :orderId and state = 'sending'
  `,
)

/** Whether event processing lags. Only old events count, because a busy connection always has unprocessed ones. */
export const hasUnprocessedEventBefore = statement<
  { connectionId: ConnectionId; receivedBefore: Date },
  { has_unread: boolean }
>(
  'connections.hasUnreadSince',
  `
  select exists (
    select from inbound_events
    where connection_id = :connectionId and done_at is null and dead_because is null and received_at < :receivedBefore
  ) as has_unread
  `,
)

/**
 * After a reconnection, makes waiting items due at once. Items whose sending was interrupted become due at `againAt`,
 * under the same ids, and (unless they failed before) keep that time at the next reconnection.
 */
export const resumeItemsOfConnection = statement<{
  connectionId: ConnectionId
  now: Date
  againAt: Date
  busyOrderIds: readonly number[]
}>(
  'connections.resumeOrders',
  `
  update outbox
  set state = 'waiting', next_attempt_at = case
    when state = 'sending' then :againAt
    when begun_at is null or attempts > 0 then least(next_attempt_at, :now)
    else next_attempt_at
  end
  where connection_id = :connectionId and state in ('waiting', 'sending') and id <> all (:busyOrderIds::bigint[])
  `,
)

/** Moves messages that were never sent. One whose sending began stays, because the customer's phone may have it. */
export const moveWaitingItems = statement<{ from: ConnectionId; to: ConnectionId }>(
  'connections.moveWaitingInOutbox',
  `
  update outbox set connection_id = :to
  where connection_id = :from and state = 'waiting' and begun_at is null and kind = 'message'
  `,
)

/** Marks the item of a message that WhatsApp refused for good; *try again* queues it again. */
export const markItemOfMessageFailed = statement<{ messageId: MessageId }, FinishedOutboxItemRow>(
  'connections.failInOutbox',
  `
  update outbox o set state = 'failed'
  where o.message_id = :messageId and o.kind = 'message' and o.state in ('waiting', 'sending')
  returning o.id, o.connection_id, ${hasNextItemSql}
  `,
)

/** Runs across all companies: deletes up to `limit` sent items that were created before `before`. */
export const purgeSentItems = statement<{ before: Date; limit: number }>(
  'connections.purgeOrders',
  `
  delete from outbox t
  using (
    select company_id, id from outbox where state = 'sent' and created_at < :before limit :limit
  ) as old
  where t.company_id = old.company_id and t.id = old.id
  `,
)

/** Moves items from messages to others: from the n-th id of the first list to the n-th of the second. */
export const moveItemsOfMessages = statement<{
  messageIds: readonly MessageId[]
  toMessageIds: readonly MessageId[]
}>(
  'connections.giveOrdersOfMessages',
  `
  update outbox o
  set message_id = pair.kept_id
  from unnest(:messageIds::bigint[], :toMessageIds::bigint[]) as pair (twin_id, kept_id)
  where o.message_id = pair.twin_id
  `,
)

/** Gives the items to another contact. Running sends are unaffected, because their requests contain addresses. */
export const moveItemsOfContact = statement<{ contactId: ContactId; toContactId: ContactId }>(
  'connections.giveOrdersOfContact',
  `update outbox set contact_id = :toContactId where contact_id = :contactId`,
)

export const deleteItemsOfContact = statement<{ contactId: ContactId }>(
  'connections.deleteOrdersOfContact',
  `delete from outbox where contact_id = :contactId`,
)

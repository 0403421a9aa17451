import type { ConnectionId, ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { type FinishedOutboxItemRow, hasNextItemSql, type OutboxRow } from './outbox.queries'

export type OutboxChangeRow = Pick<OutboxRow, 'id' | 'kind' | 'message_id' | 'change_id' | 'payload'>

export const outboxChangesByChangeIds = statement<
  { connectionId: ConnectionId; changeIds: readonly string[] },
  OutboxChangeRow
>(
  'connections.outboxChangesByChangeIds',
  `
  select id, kind, message_id, change_id, payload from outbox
  where connection_id = :connectionId and change_id = any (:changeIds)
  order by id
  `,
)

export const openOutboxChangesOfConnection = statement<{ connectionId: ConnectionId }, OutboxChangeRow>(
  'connections.openChangesOver',
  `
  select id, kind, message_id, change_id, payload from outbox
  where connection_id = :connectionId and change_id is not null and state in ('waiting', 'sending')
  order by id
  `,
)

export const outboxChangeByItemId = statement<{ orderId: number }, OutboxChangeRow>(
  'connections.changeByOrder',
  `select id, kind, message_id, change_id, payload from outbox where id = :orderId and change_id is not null`,
)

export const markOutboxChangeSent = statement<{ orderId: number }, FinishedOutboxItemRow>(
  'connections.settleChange',
  `
  update outbox o set state = 'sent' where o.id = :orderId and o.state in ('waiting', 'sending')
  returning o.id, o.connection_id, ${hasNextItemSql}
  `,
)

export const markOutboxChangeFailed = statement<{ orderId: number }, OutboxChangeRow & FinishedOutboxItemRow>(
  'connections.markOutboxChangeFailed',
  `
  update outbox o set state = 'failed' where o.id = :orderId and o.state in ('waiting', 'sending')
  returning o.id, o.kind, o.message_id, o.change_id, o.payload, o.connection_id, ${hasNextItemSql}
  `,
)

/** Copies the state before a failed change into the next open change of its kind, which restores it if that fails. */
export const copyPriorStateToNextChange = statement<{
  messageId: MessageId
  kind: 'edit' | 'reaction'
  failedId: number
  before: string
}>(
  'connections.inheritBefore',
  `
  update outbox set payload = jsonb_set(payload, '{before}', :before::jsonb)
  where id = (
    select min(o.id) from outbox o
    where o.message_id = :messageId and o.kind = :kind and o.id > :failedId and o.state in ('waiting', 'sending')
  )
  `,
)

/** Locks the item of a message if it was never claimed: it waits, or failed before it was sent. */
export const lockUnsentOutboxItem = statement<{ messageId: MessageId }, { id: number }>(
  'connections.holdUnbegun',
  `
  select id from outbox
  where message_id = :messageId and kind = 'message' and state in ('waiting', 'failed') and begun_at is null
  for no key update
  `,
)

/** Deletes never-claimed items of automatic messages in a ticket. */
export const deleteUnsentAutomaticOutboxItems = statement<
  { ticketId: TicketId },
  { message_id: MessageId; connection_id: ConnectionId }
>(
  'connections.withdrawUnbegun',
  `
  delete from outbox o
  using tickets t, connections w, messages m
  where t.id = :ticketId and w.company_id = t.company_id
    and o.company_id = t.company_id and o.connection_id = w.id and o.contact_id = t.contact_id
    and o.kind = 'message' and o.state = 'waiting' and o.begun_at is null
    and m.company_id = o.company_id and m.id = o.message_id and m.ticket_id = t.id
    and m.is_automatic and m.user_id is null
  returning o.message_id, o.connection_id
  `,
)

/** Deletes never-claimed items of campaigns, to one contact or to all. */
export const deleteUnsentCampaignOutboxItems = statement<
  { connectionId: ConnectionId; contactId: ContactId | null },
  { message_id: MessageId }
>(
  'connections.withdrawUnbegunBulk',
  `
  delete from outbox
  where connection_id = :connectionId and (:contactId::int is null or contact_id = :contactId) and kind = 'message'
    and state = 'waiting'
    and begun_at is null and priority > 0
  returning message_id
  `,
)

-- Printed from order-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.failChange
update outbox o set state = 'failed' where o.id = :orderId and o.state in ('waiting', 'sending')
returning o.id, o.kind, o.message_id, o.change_id, o.payload, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.settleChange
update outbox o set state = 'sent' where o.id = :orderId and o.state in ('waiting', 'sending')
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

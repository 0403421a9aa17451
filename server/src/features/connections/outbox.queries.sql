-- Printed from outbox.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.acknowledgeInOutbox
update outbox o set state = 'sent'
where o.message_id = :messageId and o.kind = 'message' and o.state <> 'sent'
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.failInOutbox
update outbox o set state = 'failed'
where o.message_id = :messageId and o.kind = 'message' and o.state in ('waiting', 'sending')
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

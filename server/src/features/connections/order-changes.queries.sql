-- Printed from order-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.changeByOrder
select id, kind, message_id, change_id, payload from outbox where id = :orderId and change_id is not null;

-- connections.changesById
select id, kind, message_id, change_id, payload from outbox
where connection_id = :connectionId and change_id = any (:changeIds)
order by id;

-- connections.failChange
update outbox o set state = 'failed' where o.id = :orderId and o.state in ('waiting', 'sending')
returning o.id, o.kind, o.message_id, o.change_id, o.payload, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.holdUnbegun
select id from outbox
where message_id = :messageId and kind = 'message' and state in ('waiting', 'failed') and begun_at is null
for no key update;

-- connections.inheritBefore
update outbox set payload = jsonb_set(payload, '{before}', :before::jsonb)
where id = (
  select min(o.id) from outbox o
  where o.message_id = :messageId and o.kind = :kind and o.id > :failedId and o.state in ('waiting', 'sending')
);

-- connections.openChangesOver
select id, kind, message_id, change_id, payload from outbox
where connection_id = :connectionId and change_id is not null and state in ('waiting', 'sending')
order by id;

-- connections.settleChange
update outbox o set state = 'sent' where o.id = :orderId and o.state in ('waiting', 'sending')
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.withdrawUnbegun
delete from outbox o
using tickets t, connections w, messages m
where t.id = :ticketId and w.company_id = t.company_id
  and o.company_id = t.company_id and o.connection_id = w.id and o.contact_id = t.contact_id
  and o.kind = 'message' and o.state = 'waiting' and o.begun_at is null
  and m.company_id = o.company_id and m.id = o.message_id and m.ticket_id = t.id
  and m.is_automatic and m.user_id is null
returning o.message_id, o.connection_id;

-- connections.withdrawUnbegunBulk
delete from outbox
where connection_id = :connectionId and (:contactId::int is null or contact_id = :contactId) and kind = 'message'
  and state = 'waiting'
  and begun_at is null and priority > 0
returning message_id;

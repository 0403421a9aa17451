-- Printed from early-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.earlyChangesOfChats
select e.id, e.connection_id, e.inbound from early_changes e
where string_to_array(e.chat, ' ') && $1::text[]
order by e.id;

-- messages.earlyChangesOfMessage
select e.id, e.connection_id, e.inbound from early_changes e
where e.connection_id = $1 and e.whatsapp_id = $2 and e.from_me = $3
order by e.id;

-- messages.eraseEarlyChanges
delete from early_changes where string_to_array(chat, ' ') && $1::text[];

-- messages.forgetEarlyChanges
delete from early_changes e where e.id = any ($1::bigint[]);

-- messages.keepEarlyChange
with kept as (
  insert into early_changes (company_id, connection_id, whatsapp_id, from_me, chat, inbound, created_at)
  values (current_company(), $1, $2, $3, $4, $5::jsonb, $6)
)
delete from early_changes
where connection_id = $1 and chat = $4
  and id in (
    select e.id from early_changes e where e.connection_id = $1 and e.chat = $4 order by e.id desc offset $7 - 1
  );

-- messages.purgeEarlyChanges
delete from early_changes e
using (select company_id, id from early_changes where created_at < $1 limit $2) as old
where e.company_id = old.company_id and e.id = old.id;

-- Printed from early-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.earlyChangesOfChats
select e.id, e.connection_id, e.inbound from early_changes e
where string_to_array(e.chat, ' ') && :addresses::text[]
order by e.id;

-- messages.earlyChangesOfMessage
select e.id, e.connection_id, e.inbound from early_changes e
where e.connection_id = :connectionId and e.whatsapp_id = :whatsappId and e.from_me = :fromMe
order by e.id;

-- messages.eraseEarlyChanges
delete from early_changes where string_to_array(chat, ' ') && :addresses::text[];

-- messages.forgetEarlyChanges
delete from early_changes e where e.id = any (:ids::bigint[]);

-- messages.keepEarlyChange
with kept as (
  insert into early_changes (company_id, connection_id, whatsapp_id, from_me, chat, inbound, created_at)
  values (current_company(), :connectionId, :whatsappId, :fromMe, :chat, :inbound::jsonb, :at)
)
delete from early_changes
where connection_id = :connectionId and chat = :chat
  and id in (
    select e.id from early_changes e where e.connection_id = :connectionId
      and e.chat = :chat order by e.id desc offset :most - 1
  );

-- messages.purgeEarlyChanges
delete from early_changes e
using (select company_id, id from early_changes where created_at < :before limit :limit) as old
where e.company_id = old.company_id and e.id = old.id;

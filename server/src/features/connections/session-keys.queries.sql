-- Printed from session-keys.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.dropAllKeys
delete from connection_keys where connection_id = :connectionId;

-- connections.dropKeys
delete from connection_keys k
using unnest(:types::text[], :ids::text[]) as gone (type, id)
where k.connection_id = :connectionId and k.type = gone.type and k.id = gone.id;

-- connections.dropSentMessages
delete from connection_keys k
where k.connection_id = any (:connectionIds) and k.type = 'sent-message'
  and (
    k.id = any (:ids)
    or not exists (select from messages m where m.company_id = k.company_id and m.whatsapp_id = k.id)
  );

-- connections.keysOfType
select id, value from connection_keys where connection_id = :connectionId and type = :type and id = any (:ids::text[]);

-- connections.purgeSentMessages
delete from connection_keys k
using (
  select company_id, connection_id, id from connection_keys
  where type = 'sent-message' and updated_at < :before limit :limit
) as old
where k.company_id = old.company_id and k.connection_id = old.connection_id and k.type = 'sent-message'
  and k.id = old.id;

-- connections.putKeys
insert into connection_keys (company_id, connection_id, type, id, value, updated_at)
select current_company(), :connectionId, k.type, k.id, k.value, :at
from unnest(:types::text[], :ids::text[], :values::bytea[]) as k (type, id, value)
order by k.type, k.id
on conflict (company_id, connection_id, type, id) do update
set value = excluded.value, updated_at = excluded.updated_at;

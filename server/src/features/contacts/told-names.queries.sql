-- Printed from told-names.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contacts.name
update contacts as c
set name = told.name, name_source = told.source, updated_at = :at
from (
  select distinct on (a.contact_id) a.contact_id, n.name, n.source
  from unnest(:kinds::text[], :values::text[], :names::text[], :sources::text[]) as n (kind, value, name, source)
  join contact_addresses a on a.kind = n.kind and a.value = n.value
  order by a.contact_id, array_position(:order::text[], n.source)
) as told
where c.id = told.contact_id
  and array_position(:order::text[], told.source) <= array_position(:order::text[], c.name_source)
  and (c.name, c.name_source) is distinct from (told.name, told.source)
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp;

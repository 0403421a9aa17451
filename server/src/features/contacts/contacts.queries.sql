-- Printed from contacts.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contacts.addresses
select a.kind, a.value, c.number
from contact_addresses a
join contacts c on c.company_id = a.company_id and c.id = a.contact_id
where a.contact_id = $1
order by a.kind, a.value;

-- contacts.byId
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = $1 and c.removed_at is null;

-- contacts.ofAnyStateById
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp from contacts c where c.id = $1;

-- contacts.byIds
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp from contacts c where c.id = any ($1) and c.removed_at is null order by c.id;

-- contacts.found
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp, f.total
from search_contacts($1, $2, $3, $4) f
left join lateral unnest(f.contact_ids) with ordinality as p (id, place) on true
left join contacts c on c.id = p.id
order by p.place;

-- contacts.page
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp from contacts c where c.removed_at is null order by c.name, c.id limit $1 offset $2;

-- contacts.toChoose
select c.id, c.name, c.number
from choose_contacts($1, $2, $3) f
join contacts c on c.id = f.contact_id
left join lateral (
  select t.last_at from tickets t
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) latest on true
order by f.nearness, latest.last_at desc nulls last, c.name, c.id;

-- contacts.delete
delete from contacts where id = $1;

-- contacts.deletePhoneAddress
delete from contact_addresses where contact_id = $1 and kind = 'phone';

-- contacts.holdersOfAny
select a.contact_id
from unnest($1::text[], $2::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a;

-- contacts.holdersOfAny together
select asked.asker, found.*
from unnest($1::text[], $2::text[]) with ordinality as asked (kinds, wanted_values, asker)
cross join lateral (
  select * from (
select a.contact_id
from unnest(asked.kinds::text[]::text[], asked.wanted_values::text[]::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
  ) found offset 0
) found;

-- contacts.insertAddresses
insert into contact_addresses (company_id, kind, value, contact_id)
select current_company(), a.kind, a.value, $1
from unnest($2::text[], $3::text[]) as a (kind, value)
on conflict do nothing;

-- contacts.insertAddresses together
with asked as (select * from unnest($1::int[], $2::text[], $3::text[]) with ordinality as asked (contact, kinds, wanted_values, asker)), done as (
  insert into contact_addresses (company_id, kind, value, contact_id)
  select current_company(), a.kind, a.value, asked.contact
  from asked cross join unnest(asked.kinds::text[], asked.wanted_values::text[]) as a (kind, value)
  order by asked.asker
  on conflict do nothing
  returning contact_id
)
select asked.asker from asked join done on done.contact_id = asked.contact;

-- contacts.insert
insert into contacts as c
  (company_id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8)
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, null as whatsapp;

-- contacts.insert together
with asked as (select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::timestamptz[]) with ordinality as asked (new_uuid, new_name, source, new_number, new_email, group_chat, info, at, asker)), c as (
  insert into contacts
    (company_id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
  select current_company(), asked.new_uuid, asked.new_name, asked.source, asked.new_number, asked.new_email, asked.group_chat, asked.info::jsonb, asked.at, asked.at
  from asked
  order by asked.asker
  returning *
)
select asked.asker,
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, null as whatsapp from asked join c on c.uuid = asked.new_uuid;

-- contacts.lockAddresses
select pg_advisory_xact_lock(current_company(), hashtext(wanted.kind || ' ' || wanted.value)) as locked
from (
  select w.kind, w.value from unnest($1::text[], $2::text[]) as w (kind, value) order by w.kind, w.value
) as wanted;

-- contacts.lockAddresses together
select asked.asker, found.*
from unnest($1::text[], $2::text[]) with ordinality as asked (kinds, wanted_values, asker)
cross join lateral (
  select * from (
select pg_advisory_xact_lock(current_company(), hashtext(wanted.kind || ' ' || wanted.value)) as locked
from (
  select w.kind, w.value from unnest(asked.kinds::text[]::text[], asked.wanted_values::text[]::text[]) as w (kind, value) order by w.kind, w.value
) as wanted
  ) found offset 0
) found;

-- contacts.lock
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = $1 for no key update;

-- contacts.lockOfAll
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = (
  select min(a.contact_id)
  from unnest($1::text[], $2::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
  having count(distinct a.contact_id) = 1 and count(*) = cardinality($1::text[])
)
for no key update of c;

-- contacts.lockOfAll together
select asked.asker, found.*
from unnest($1::text[], $2::text[]) with ordinality as asked (kinds, wanted_values, asker)
cross join lateral (
  select * from (
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = (
  select min(a.contact_id)
  from unnest(asked.kinds::text[]::text[], asked.wanted_values::text[]::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
  having count(distinct a.contact_id) = 1 and count(*) = cardinality(asked.kinds::text[]::text[])
)
for no key update of c
  ) found offset 0
) found;

-- contacts.lockByIds
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = any ($1) and c.removed_at is null
order by c.id
for no key update of c;

-- contacts.lockOfAny
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = any (array(
  select a.contact_id
  from unnest($1::text[], $2::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
))
order by c.id
for no key update of c;

-- contacts.lockOfAny together
select asked.asker, found.*
from unnest($1::text[], $2::text[]) with ordinality as asked (kinds, wanted_values, asker)
cross join lateral (
  select * from (
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = any (array(
  select a.contact_id
  from unnest(asked.kinds::text[]::text[], asked.wanted_values::text[]::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
))
order by c.id
for no key update of c
  ) found offset 0
) found;

-- contacts.moveAddresses
update contact_addresses set contact_id = $2 where contact_id = $1;

-- contacts.noteLearnt
update contacts as c
set name = $2, name_source = $3, number = $4, removed_at = $5, updated_at = $6
where c.id = $1
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp;

-- contacts.notePictureOrdered
update contacts c set picture_checked_at = $2 where c.id = $1;

-- contacts.notePictureOrdered together
update contacts c set picture_checked_at = asked.at from unnest($1::int[], $2::timestamptz[]) with ordinality as asked (contact, at, asker) where c.id = asked.contact returning asked.asker;

-- contacts.remove
update contacts set removed_at = $2, updated_at = $2 where id = $1;

-- contacts.removedFound
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp, count(*) over () as total
from contacts c
where c.removed_at is not null
  and exists (select from contact_addresses a where a.company_id = c.company_id and a.contact_id = c.id)
  and (strpos(c.name_plain, plain_text($1)) > 0 or strpos(c.number, $2) > 0)
order by c.name, c.id
limit $3 offset $4;

-- contacts.saveMerged
update contacts as c
set name = $2, name_source = $3, number = $4, email = $5, extra_info = $6::jsonb, picture_key = $7,
  removed_at = $8, created_at = $9, updated_at = $10
where c.id = $1
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at;

-- contacts.setPicture
update contacts as c
set picture_key = $2, picture_checked_at = $3,
  updated_at = case when c.picture_key is distinct from $2 then $3 else c.updated_at end
where c.id = $1
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp;

-- contacts.ticketsOfPair
select t.contact_id, count(*)::integer as tickets,
  (count(*) filter (where t.status in ('pending', 'open')))::integer as live
from tickets t where t.contact_id = any ($1) group by t.contact_id;

-- contacts.update
update contacts as c
set name = $2, name_source = $3, number = $4, email = $5, extra_info = $6::jsonb, updated_at = $7, removed_at = null
where c.id = $1
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp;

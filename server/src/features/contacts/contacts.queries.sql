-- Printed from contacts.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contacts.byId
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = :contactId and c.removed_at is null;

-- contacts.ofAnyStateById
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp from contacts c where c.id = :contactId;

-- contacts.byIds
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp from contacts c where c.id = any (:contactIds) and c.removed_at is null order by c.id;

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
from search_contacts(:words, :digits, :limit, :offset) f
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
) as whatsapp from contacts c where c.removed_at is null order by c.name,
  c.id limit :limit offset :offset;

-- contacts.holdersOfAny
select a.contact_id
from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a;

-- contacts.insertAddresses together
with asked as (select * from unnest(:contactId::int[], :kinds::text[], :values::text[]) with ordinality as asked ("contactId", "kinds", "values", asker)), done as (
  insert into contact_addresses (company_id, kind, value, contact_id)
  select current_company(), a.kind, a.value, asked."contactId"
  from asked cross join unnest(asked."kinds"::text[]::text[], asked."values"::text[]::text[]) as a (kind, value)
  order by asked.asker
  on conflict do nothing
  returning contact_id
)
select asked.asker from asked join done on done.contact_id = asked."contactId";

-- contacts.insert
insert into contacts as c
  (company_id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
values (current_company(), :uuid, :name, :nameSource, :number, :email, :isGroup, :extraInfo::jsonb, :at, :at)
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, null as whatsapp;

-- contacts.insert together
with asked as (select * from unnest(:uuid::uuid[], :name::text[], :nameSource::text[], :number::text[], :email::text[], :isGroup::boolean[], :extraInfo::text[], :at::timestamptz[]) with ordinality as asked ("uuid", "name", "nameSource", "number", "email", "isGroup", "extraInfo", "at", asker)), c as (
  insert into contacts
    (company_id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
  select current_company(), asked."uuid", asked."name", asked."nameSource", asked."number", asked."email", asked."isGroup", asked."extraInfo"::jsonb, asked."at", asked."at"
  from asked
  order by asked.asker
  returning *
)
select asked.asker,
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, null as whatsapp from asked join c on c.uuid = asked."uuid";

-- contacts.lock
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = :contactId for no key update;

-- contacts.lockOfAll
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = (
  select min(a.contact_id)
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
  having count(distinct a.contact_id) = 1 and count(*) = cardinality(:kinds::text[])
)
for no key update of c;

-- contacts.lockByIds
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = any (:contactIds) and c.removed_at is null
order by c.id
for no key update of c;

-- contacts.lockOfAny
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = any (array(
  select a.contact_id
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
))
order by c.id
for no key update of c;

-- contacts.noteLearnt
update contacts as c
set name = :name, name_source = :nameSource, number = :number, removed_at = :removedAt, updated_at = :at
where c.id = :contactId
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp;

-- contacts.notePictureOrdered together
update contacts c set picture_checked_at = asked."at" from unnest(:contactId::int[], :at::timestamptz[]) with ordinality as asked ("contactId", "at", asker) where c.id = asked."contactId" returning asked.asker;

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
  and (strpos(c.name_plain, plain_text(:words)) > 0 or strpos(c.number, :digits) > 0)
order by c.name, c.id
limit :limit offset :offset;

-- contacts.saveMerged
update contacts as c
set name = :name, name_source = :nameSource, number = :number, email = :email, extra_info = :extraInfo::jsonb,
  picture_key = :pictureKey,
  removed_at = :removedAt, created_at = :createdAt, updated_at = :at
where c.id = :contactId
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at;

-- contacts.setPicture
update contacts as c
set picture_key = :pictureKey, picture_checked_at = :at,
  updated_at = case when c.picture_key is distinct from :pictureKey then :at else c.updated_at end
where c.id = :contactId
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
from tickets t where t.contact_id = any (:contactIds) group by t.contact_id;

-- contacts.update
update contacts as c
set name = :name, name_source = :nameSource, number = :number, email = :email, extra_info = :extraInfo::jsonb,
  updated_at = :at, removed_at = null
where c.id = :contactId
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, (
  select json_build_object('id', w.id, 'name', w.name)
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.company_id = c.company_id and t.contact_id = c.id
  order by t.id desc limit 1
) as whatsapp;

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
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = $1;

-- contacts.byIds
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.id = any ($1) and c.removed_at is null order by c.id;

-- contacts.found
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, f.total
from search_contacts($1, $2, $3, $4) f
left join lateral unnest(f.contact_ids) with ordinality as p (id, place) on true
left join contacts c on c.id = p.id
order by p.place;

-- contacts.page
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c where c.removed_at is null order by c.name, c.id limit $1 offset $2;

-- contacts.delete
delete from contacts where id = $1;

-- contacts.deletePhoneAddress
delete from contact_addresses where contact_id = $1 and kind = 'phone';

-- contacts.holdersOfAny
select a.contact_id
from unnest($1::text[], $2::text[]) as wanted (kind, value)
join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value;

-- contacts.insertAddresses
insert into contact_addresses (company_id, kind, value, contact_id)
select current_company(), a.kind, a.value, $1
from unnest($2::text[], $3::text[]) as a (kind, value)
on conflict do nothing;

-- contacts.insert
insert into contacts as c
  (company_id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8)
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at;

-- contacts.lockAddresses
select pg_advisory_xact_lock(current_company(), hashtext(wanted.kind || ' ' || wanted.value)) as locked
from (
  select w.kind, w.value from unnest($1::text[], $2::text[]) as w (kind, value) order by w.kind, w.value
) as wanted;

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
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  having count(distinct a.contact_id) = 1 and count(*) = cardinality($1::text[])
)
for no key update of c;

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
where c.id in (
  select a.contact_id
  from unnest($1::text[], $2::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
)
order by c.id
for no key update of c;

-- contacts.moveAddresses
update contact_addresses set contact_id = $2 where contact_id = $1;

-- contacts.noteLearnt
update contacts as c
set name = $2, name_source = $3, number = $4, removed_at = $5, updated_at = $6
where c.id = $1
returning
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at;

-- contacts.remove
update contacts set removed_at = $2, updated_at = $2 where id = $1;

-- contacts.removedFound
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at, count(*) over () as total
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
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at;

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
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at;

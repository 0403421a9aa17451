-- Printed from audit.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- audit.ofAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = $7 and e.act = $8
  and e.at >= coalesce(
    (select $2::date::timestamp at time zone h.time_zone from companies h where h.id = $1), '-infinity')
  and e.at < coalesce(
    (select ($3::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = $1), 'infinity')
  and (e.at, e.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
order by e.at desc, e.id desc
limit $6;

-- audit.ofCompany
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = $7
  and e.at >= coalesce(
    (select $2::date::timestamp at time zone h.time_zone from companies h where h.id = $1), '-infinity')
  and e.at < coalesce(
    (select ($3::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = $1), 'infinity')
  and (e.at, e.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
order by e.at desc, e.id desc
limit $6;

-- audit.ofUser
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = $7 and e.user_id = $8
  and e.at >= coalesce(
    (select $2::date::timestamp at time zone h.time_zone from companies h where h.id = $1), '-infinity')
  and e.at < coalesce(
    (select ($3::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = $1), 'infinity')
  and (e.at, e.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
order by e.at desc, e.id desc
limit $6;

-- audit.ofUserAndAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = $7 and e.user_id = $8 and e.act = $9
  and e.at >= coalesce(
    (select $2::date::timestamp at time zone h.time_zone from companies h where h.id = $1), '-infinity')
  and e.at < coalesce(
    (select ($3::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = $1), 'infinity')
  and (e.at, e.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
order by e.at desc, e.id desc
limit $6;

-- audit.every
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where true
  and e.at >= coalesce(
    (select $2::date::timestamp at time zone h.time_zone from companies h where h.id = $1), '-infinity')
  and e.at < coalesce(
    (select ($3::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = $1), 'infinity')
  and (e.at, e.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
order by e.at desc, e.id desc
limit $6;

-- audit.everyOfAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.act = $7
  and e.at >= coalesce(
    (select $2::date::timestamp at time zone h.time_zone from companies h where h.id = $1), '-infinity')
  and e.at < coalesce(
    (select ($3::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = $1), 'infinity')
  and (e.at, e.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
order by e.at desc, e.id desc
limit $6;

-- audit.insert
insert into audit_entries (company_id, at, act, user_id, user_name, address, subject_id, subject_name, detail)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- audit.purge
delete from audit_entries e
using (select company_id, id from audit_entries where at < $1 order by at, id limit $2) old
where e.company_id = old.company_id and e.id = old.id;

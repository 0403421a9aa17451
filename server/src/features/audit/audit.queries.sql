-- Printed from audit.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- audit.ofAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId and e.act = :act
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofCompany
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofUser
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId and e.user_id = :userId
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofUserAndAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId and e.user_id = :userId and e.act = :act
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.every
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where true
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.everyOfAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.act = :act
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

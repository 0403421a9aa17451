-- Printed from companies.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- companies.keptPage
select
c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language, c.phone, c.plan_id,
c.recurrence, c.schedules, c.billing_name, c.address_zip_code, c.address_street, c.address_state, c.address_city,
c.address_district, c.delete_at, c.created_at, c.updated_at,
((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
(select coalesce(json_agg(json_build_object('id', s.id, 'key', s.key, 'value', s.value)), '[]')
  from settings s where s.company_id = c.id and s.key = any (:settingKeys::text[])) as settings,
(select count(*)::int from users u where u.company_id = c.id and not u.is_support) as users_used,
(select count(*)::int from connections w where w.company_id = c.id) as connections_used,
(select count(*)::int from queues q where q.company_id = c.id) as queues_used,
(select json_build_object('id', i.id, 'value', i.value) from invoices i
  where i.company_id = c.id and i.status = 'open') as open_invoice
from (
  select c.* from companies c
  where position(plain_text(:words) in plain_text(c.name)) > 0 or position(lower(:words) in lower(c.email)) > 0
  order by case :sort when 'dueDate' then c.due_date end, case :sort when '-dueDate' then c.due_date end desc,
  case :sort when '-name' then plain_text(c.name) end desc, plain_text(c.name), c.id limit :limit offset :offset
) c
order by case :sort when 'dueDate' then c.due_date end, case :sort when '-dueDate' then c.due_date end desc,
  case :sort when '-name' then plain_text(c.name) end desc, plain_text(c.name), c.id;

-- companies.kept
select
c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language, c.phone, c.plan_id,
c.recurrence, c.schedules, c.billing_name, c.address_zip_code, c.address_street, c.address_state, c.address_city,
c.address_district, c.delete_at, c.created_at, c.updated_at,
((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
(select coalesce(json_agg(json_build_object('id', s.id, 'key', s.key, 'value', s.value)), '[]')
  from settings s where s.company_id = c.id and s.key = any (:settingKeys::text[])) as settings,
(select count(*)::int from users u where u.company_id = c.id and not u.is_support) as users_used,
(select count(*)::int from connections w where w.company_id = c.id) as connections_used,
(select count(*)::int from queues q where q.company_id = c.id) as queues_used,
(select json_build_object('id', i.id, 'value', i.value) from invoices i
  where i.company_id = c.id and i.status = 'open') as open_invoice from companies c where c.id = current_company();

-- companies.ownForPeople
select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
  ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
  case when not exists (select from users s where s.company_id = c.id and s.is_super)
    then ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' end as closes_at,
  (select json_build_object('userId', v.user_id, 'name', v.supporter_name, 'reason', v.reason,
      'since', wire_time(v.began_at), 'until', wire_time(v.ends_at))
    from support_visits v where v.company_id = c.id and v.ended_at is null) as support,
  (select json_build_object('name', s.name, 'email', s.email, 'phone', s.phone) from support_contact s) as support_contact
from companies c
where c.id = current_company();

-- companies.own
select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
  ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
  case when not exists (select from users s where s.company_id = c.id and s.is_super)
    then ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' end as closes_at
from companies c
where c.id = current_company();

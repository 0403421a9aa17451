-- Printed from schedules.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- schedules.count
select count(*)::int as count
from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
where
(position(plain_text(:words) in plain_text(s.body)) > 0 or position(plain_text(:words) in plain_text(c.name)) > 0)
and (:contactId::int is null or s.contact_id = :contactId) and (:userId::int is null or s.user_id = :userId);

-- schedules.due
select s.company_id, s.id
from schedules s
join companies c on c.id = s.company_id and c.is_active
join plans p on p.id = c.plan_id and p.use_schedules
where s.status = 'PENDENTE' and s.due_at <= :now
  and (((c.due_date + 1)::timestamp at time zone c.time_zone) > :now or exists (select from users s where s.company_id = c.id and s.is_super))
order by s.due_at, s.id
limit :limit;

-- schedules.lock
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body, s.media,
s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id where s.id = :id for no key update of s;

-- schedules.byId
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body, s.media,
s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id where s.id = :id;

-- schedules.between
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body, s.media,
s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket, s.wanted
from (
  select *, count(*) over ()::int as wanted,
    sum(octet_length(body)) over (order by send_at, id rows unbounded preceding) as bytes
  from schedules
  where send_at >= :from and send_at < :until
    and (:contactId::int is null or contact_id = :contactId) and (:userId::int is null or user_id = :userId)
  order by send_at, id limit :limit
) s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id
where s.bytes <= :bytes
order by s.send_at, s.id;

-- schedules.several
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body, s.media,
s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id where s.id = any (:ids) order by s.id;

-- schedules.page
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body, s.media,
s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id
where
(position(plain_text(:words) in plain_text(s.body)) > 0 or position(plain_text(:words) in plain_text(c.name)) > 0)
and (:contactId::int is null or s.contact_id = :contactId) and (:userId::int is null or s.user_id = :userId)
order by s.id desc limit :limit offset :offset;

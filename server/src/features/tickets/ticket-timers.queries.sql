-- Printed from ticket-timers.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.lockIdle
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version, w.expires_inactive_message, p.name as contact_name,
  p.number as contact_number, p.email as contact_email, c.time_zone, c.language
from tickets t
join connections w on w.company_id = t.company_id and w.id = t.connection_id
join contacts p on p.company_id = t.company_id and p.id = t.contact_id
join companies c on c.id = t.company_id
where t.id = any (:ids) and t.status = 'open' and t.last_message_from_me and not t.is_group
  and w.expires_ticket > 0 and t.last_at <= :now::timestamptz - make_interval(mins => w.expires_ticket)
order by t.id
for no key update of t;

-- tickets.lockUnqueued
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version, w.send_queue_id
from tickets t
join connections w on w.company_id = t.company_id and w.id = t.connection_id
where t.id = any (:ids) and w.time_send_queue > 0 and w.send_queue_id is not null
  and t.unqueued_since <= :now::timestamptz - make_interval(mins => w.time_send_queue)
order by t.id
for no key update of t;

-- Printed from connections.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.clearDefault
update connections set is_default = false, updated_at = $1 where is_default returning id;

-- connections.byId
select
w.id, w.name, w.is_default, w.provider, w.greeting_message, w.complation_message, w.out_of_hours_message,
w.rating_message, w.expires_inactive_message, w.send_queue_id, w.time_send_queue, w.time_use_bot_queues,
w.max_use_bot_queues, w.expires_ticket, w.prompt_id, w.integration_id, w.token_last_four, w.token_created_at, w.desired_state, w.desired_version, w.status,
w.status_since, w.sealed_qr, w.qr_expires_at, w.cause, w.step, w.retries, w.next_attempt_at, w.last_traffic_at, w.number,
w.brings_history, w.history_state, w.history_messages, w.created_at, w.updated_at,
(
  select coalesce(
    json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
      order by q.order_queue nulls last, q.id),
    '[]')
  from connection_queues cq
  join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
  where cq.company_id = w.company_id and cq.connection_id = w.id
) as queues from connections w where w.id = $1;

-- connections.named
select id from connections where lower(name) = lower($1);

-- connections.byIds
select
w.id, w.name, w.is_default, w.provider, w.greeting_message, w.complation_message, w.out_of_hours_message,
w.rating_message, w.expires_inactive_message, w.send_queue_id, w.time_send_queue, w.time_use_bot_queues,
w.max_use_bot_queues, w.expires_ticket, w.prompt_id, w.integration_id, w.token_last_four, w.token_created_at, w.desired_state, w.desired_version, w.status,
w.status_since, w.sealed_qr, w.qr_expires_at, w.cause, w.step, w.retries, w.next_attempt_at, w.last_traffic_at, w.number,
w.brings_history, w.history_state, w.history_messages, w.created_at, w.updated_at,
(
  select coalesce(
    json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
      order by q.order_queue nulls last, q.id),
    '[]')
  from connection_queues cq
  join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
  where cq.company_id = w.company_id and cq.connection_id = w.id
) as queues from connections w where w.id = any ($1::int[]) order by w.id;

-- connections.ofCompany
select
w.id, w.name, w.is_default, w.provider, w.greeting_message, w.complation_message, w.out_of_hours_message,
w.rating_message, w.expires_inactive_message, w.send_queue_id, w.time_send_queue, w.time_use_bot_queues,
w.max_use_bot_queues, w.expires_ticket, w.prompt_id, w.integration_id, w.token_last_four, w.token_created_at, w.desired_state, w.desired_version, w.status,
w.status_since, w.sealed_qr, w.qr_expires_at, w.cause, w.step, w.retries, w.next_attempt_at, w.last_traffic_at, w.number,
w.brings_history, w.history_state, w.history_messages, w.created_at, w.updated_at,
(
  select coalesce(
    json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
      order by q.order_queue nulls last, q.id),
    '[]')
  from connection_queues cq
  join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
  where cq.company_id = w.company_id and cq.connection_id = w.id
) as queues from connections w order by w.id;

-- connections.count
select count(*) as count from connections;

-- connections.default
select id from connections where is_default;

-- connections.delete
delete from connections where id = $1;

-- connections.forgetSendQueue
update connections set send_queue_id = null, updated_at = $2 where send_queue_id = $1 returning id;

-- connections.insert
insert into connections (company_id, is_default, brings_history, history_state, status_since, created_at, updated_at,
  name, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
  expires_inactive_message, send_queue_id, time_send_queue, time_use_bot_queues, max_use_bot_queues, expires_ticket,
  prompt_id, integration_id)
values (current_company(), $1, $2, case when $2 then 'none' end, $3, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
  $14, $15, $16, $17)
returning id;

-- connections.linkQueues
insert into connection_queues (company_id, connection_id, queue_id)
select q.company_id, $1, q.id from queues q where q.id = any ($2::int[]);

-- connections.makeDefault
update connections set is_default = true, updated_at = $2 where id = $1;

-- connections.newQrIsDue
update connections set desired_state = 'link', number = null where id = $1 and desired_state = 'new-qr' and desired_version = $2;

-- connections.noteTraffic
update connections set last_traffic_at = $2 where id = $1;

-- connections.queuesLinkedTo
select q.id
from connection_queues cq
join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
where cq.connection_id = $1
order by q.order_queue nulls last, q.id;

-- connections.rest
update connections
set desired_state = 'link', desired_version = desired_version + 1, status = 'DISCONNECTED', cause = 'stopped', step = null,
  status_since = $2, sealed_qr = null, qr_expires_at = null, next_attempt_at = null, retries = 0, updated_at = $2
where id = $1 and status <> 'DISCONNECTED' and desired_state <> 'log-out';

-- connections.save
update connections
set updated_at = $2, name = $3, provider = $4, greeting_message = $5, complation_message = $6,
  out_of_hours_message = $7, rating_message = $8, expires_inactive_message = $9, send_queue_id = $10,
  time_send_queue = $11, time_use_bot_queues = $12, max_use_bot_queues = $13, expires_ticket = $14,
  prompt_id = $15, integration_id = $16
where id = $1;

-- connections.saveReport
update connections
set status_since = case
    when status = $3 or (status = 'OPENING' and $3 = 'TIMEOUT') then status_since
    else $12
  end,
  status = $3, sealed_qr = $4, qr_expires_at = $5, cause = $6, step = $7, retries = $8, next_attempt_at = $9,
  number = case when $11 then null else coalesce($10, number) end, updated_at = $12
where id = $1 and desired_version = $2;

-- connections.setDesiredState
update connections
set desired_state = $2, desired_version = desired_version + 1, cause = null, step = null, next_attempt_at = null,
  status = case when ($2 <> 'log-out' and status = 'DISCONNECTED' or $2 = 'new-qr' and status = 'PAIRING') then 'OPENING' else status end,
  status_since = case when ($2 <> 'log-out' and status = 'DISCONNECTED' or $2 = 'new-qr' and status = 'PAIRING') then $3 else status_since end,
  retries = case when $2 = 'new-qr' then 0 else retries end,
  brings_history = case when $4::boolean is not null and ($2 = 'new-qr' or number is null) then $4 else brings_history end,
  history_state = case when $4::boolean is not null and ($2 = 'new-qr' or number is null) then case when $4 then 'none' end else history_state end,
  history_messages = case when $4::boolean is not null and ($2 = 'new-qr' or number is null) then 0 else history_messages end,
  history_last_received = case when $4::boolean is not null and ($2 = 'new-qr' or number is null) then false else history_last_received end,
  updated_at = $3
where id = $1;

-- connections.successor
select id, is_default from connections where id <> $1 order by is_default desc, id limit 1;

-- connections.unlinkQueue
delete from connection_queues where queue_id = $1 returning connection_id as id;

-- connections.unlinkQueues
delete from connection_queues where connection_id = $1;

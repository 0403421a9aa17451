-- Printed from connections.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.clearDefault
update connections set is_default = false, updated_at = :at where is_default returning id;

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
) as queues from connections w where w.id = :connectionId;

-- connections.named
select id from connections where lower(name) = lower(:name);

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
) as queues from connections w where w.id = any (:ids::int[]) order by w.id;

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
delete from connections where id = :connectionId;

-- connections.forgetSendQueue
update connections set send_queue_id = null, updated_at = :at where send_queue_id = :queueId returning id;

-- connections.insert
insert into connections (company_id, is_default, brings_history, history_state, status_since, created_at, updated_at,
  name, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
  expires_inactive_message, send_queue_id, time_send_queue, time_use_bot_queues, max_use_bot_queues, expires_ticket,
  prompt_id, integration_id)
values (current_company(), :isDefault, :bringsHistory, case when :bringsHistory then 'none' end, :at, :at, :at,
  :name, :provider, :greetingMessage, :complationMessage, :outOfHoursMessage, :ratingMessage,
  :expiresInactiveMessage, :sendQueueId, :timeSendQueue, :timeUseBotQueues,
  :maxUseBotQueues, :expiresTicket, :promptId, :integrationId)
returning id;

-- connections.linkQueues
insert into connection_queues (company_id, connection_id, queue_id)
select q.company_id, :connectionId, q.id from queues q where q.id = any (:queueIds::int[]);

-- connections.makeDefault
update connections set is_default = true, updated_at = :at where id = :connectionId;

-- connections.newQrIsDue
update connections set desired_state = 'link', number = null where id = :connectionId and desired_state = 'new-qr'
and desired_version = :desiredVersion;

-- connections.noteTraffic
update connections set last_traffic_at = :at where id = :connectionId;

-- connections.queuesLinkedTo
select q.id
from connection_queues cq
join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
where cq.connection_id = :connectionId
order by q.order_queue nulls last, q.id;

-- connections.rest
update connections
set desired_state = 'link', desired_version = desired_version + 1, status = 'DISCONNECTED', cause = 'stopped', step = null,
  status_since = :at, sealed_qr = null, qr_expires_at = null, next_attempt_at = null, retries = 0, updated_at = :at
where id = :connectionId and status <> 'DISCONNECTED' and desired_state <> 'log-out';

-- connections.save
update connections
set updated_at = :at, name = :name, provider = :provider, greeting_message = :greetingMessage,
  complation_message = :complationMessage,
  out_of_hours_message = :outOfHoursMessage, rating_message = :ratingMessage,
    expires_inactive_message = :expiresInactiveMessage, send_queue_id = :sendQueueId,
  time_send_queue = :timeSendQueue, time_use_bot_queues = :timeUseBotQueues, max_use_bot_queues = :maxUseBotQueues,
    expires_ticket = :expiresTicket,
  prompt_id = :promptId, integration_id = :integrationId
where id = :connectionId;

-- connections.saveReport
update connections
set status_since = case
    when status = :status or (status = 'OPENING' and :status = 'TIMEOUT') then status_since
    else :at
  end,
  status = :status, sealed_qr = :sealedQr, qr_expires_at = :qrExpiresAt, cause = :cause, step = :step,
    retries = :retries, next_attempt_at = :nextAttemptAt,
  number = case when :isUnlinked then null else coalesce(:number, number) end, updated_at = :at
where id = :connectionId and desired_version = :desiredVersion;

-- connections.setDesiredState
update connections
set desired_state = :desiredState, desired_version = desired_version + 1, cause = null, step = null,
  next_attempt_at = null,
  status = case when (:desiredState <> 'log-out' and status = 'DISCONNECTED' or :desiredState = 'new-qr'
and status = 'PAIRING') then 'OPENING' else status end,
  status_since = case when (:desiredState <> 'log-out' and status = 'DISCONNECTED' or :desiredState = 'new-qr'
and status = 'PAIRING') then :at else status_since end,
  retries = case when :desiredState = 'new-qr' then 0 else retries end,
  brings_history = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then :bringsHistory else brings_history end,
  history_state = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then case when :bringsHistory then 'none' end else history_state end,
  history_messages = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then 0 else history_messages end,
  history_last_received = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then false else history_last_received end,
  updated_at = :at
where id = :connectionId;

-- connections.successor
select id, is_default from connections where id <> :connectionId order by is_default desc, id limit 1;

-- connections.unlinkQueue
delete from connection_queues where queue_id = :queueId returning connection_id as id;

-- connections.unlinkQueues
delete from connection_queues where connection_id = :connectionId;

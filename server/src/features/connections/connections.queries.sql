-- Printed from connections.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

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

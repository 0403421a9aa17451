-- Printed from queues.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queues.insert
insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message, schedules,
  prompt_id, integration_id, created_at, updated_at)
values (current_company(), :name, :color, :orderQueue, :greetingMessage, :outOfHoursMessage, :schedules, :promptId,
  :integrationId, :at, :at)
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at;

-- queues.lock
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues where id = :id for update;

-- queues.byId
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues where id = :id;

-- queues.inOrder
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues order by order_queue nulls last, id;

-- queues.save
update queues
set name = :name, color = :color, order_queue = :orderQueue, greeting_message = :greetingMessage,
  out_of_hours_message = :outOfHoursMessage, schedules = :schedules,
  prompt_id = :promptId, integration_id = :integrationId, updated_at = :at
where id = :id
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at;

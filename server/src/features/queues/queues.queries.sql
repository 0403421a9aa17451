-- Printed from queues.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queues.count
select count(*)::int as count from queues;

-- queues.insert
insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message, schedules,
  prompt_id, integration_id, created_at, updated_at)
values (current_company(), :name, :color, :orderQueue, :greetingMessage, :outOfHoursMessage, :schedules, :promptId,
  :integrationId, :at, :at)
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at;

-- queues.knownAssistants
select :promptId::int is null or exists (select from prompts where id = :promptId) as has_prompt,
:integrationId::int is null or exists (select from queue_integrations where id = :integrationId) as has_integration;

-- queues.known
select id from queues where id = any (:ids) order by id for key share;

-- queues.lock
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues where id = :id for update;

-- queues.byId
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues where id = :id;

-- queues.twins
select
exists (select from queues where lower(name) = lower(:name) and id is distinct from :except) as name_taken,
exists (select from queues where lower(color) = lower(:color) and id is distinct from :except) as color_taken;

-- queues.inOrder
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues order by order_queue nulls last, id;

-- queues.remove
delete from queues where id = :id;

-- queues.save
update queues
set name = :name, color = :color, order_queue = :orderQueue, greeting_message = :greetingMessage,
  out_of_hours_message = :outOfHoursMessage, schedules = :schedules,
  prompt_id = :promptId, integration_id = :integrationId, updated_at = :at
where id = :id
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at;

-- queues.users
select user_id from user_queues where queue_id = :id order by user_id;

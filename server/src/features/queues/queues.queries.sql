-- Printed from queues.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queues.count
select count(*)::int as count from queues;

-- queues.insert
insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message, schedules,
  prompt_id, integration_id, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at;

-- queues.knownAssistants
select $1::int is null or exists (select from prompts where id = $1) as has_prompt,
$2::int is null or exists (select from queue_integrations where id = $2) as has_integration;

-- queues.known
select id from queues where id = any ($1) order by id for key share;

-- queues.lock
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues where id = $1 for update;

-- queues.byId
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues where id = $1;

-- queues.twins
select
exists (select from queues where lower(name) = lower($1) and id is distinct from $3) as name_taken,
exists (select from queues where lower(color) = lower($2) and id is distinct from $3) as color_taken;

-- queues.inOrder
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at from queues order by order_queue nulls last, id;

-- queues.remove
delete from queues where id = $1;

-- queues.save
update queues
set name = $1, color = $2, order_queue = $3, greeting_message = $4, out_of_hours_message = $5, schedules = $6,
  prompt_id = $7, integration_id = $8, updated_at = $9
where id = $10
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
created_at, updated_at;

-- queues.users
select user_id from user_queues where queue_id = $1 order by user_id;

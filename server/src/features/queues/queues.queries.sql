-- Printed from queues.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queues.count
select count(*)::int as count from queues;

-- queues.insert
insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message, schedules,
  created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7, $7)
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, created_at, updated_at;

-- queues.known
select id from queues where id = any ($1) order by id for key share;

-- queues.lock
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, created_at, updated_at from queues where id = $1 for update;

-- queues.byId
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, created_at, updated_at from queues where id = $1;

-- queues.twins
select
exists (select from queues where lower(name) = lower($1) and id is distinct from $3) as name_taken,
exists (select from queues where lower(color) = lower($2) and id is distinct from $3) as color_taken;

-- queues.inOrder
select
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, created_at, updated_at from queues order by order_queue nulls last, lower(name), id;

-- queues.remove
delete from queues where id = $1;

-- queues.save
update queues
set name = $1, color = $2, order_queue = $3, greeting_message = $4, out_of_hours_message = $5, schedules = $6,
  updated_at = $7
where id = $8
returning
id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, created_at, updated_at;

-- queues.users
select user_id from user_queues where queue_id = $1 order by user_id;

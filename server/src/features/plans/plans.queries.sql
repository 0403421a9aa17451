-- Printed from plans.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- plans.companiesOfSuperUsers
select distinct company_id from users where is_super;

-- plans.insertFull
insert into plans (name, users, connections, queues, value, use_campaigns, use_kanban, use_open_ai, use_integrations,
  use_schedules, use_internal_chat, use_external_api, is_public, created_at, updated_at)
values ($1, $2, $3, $4, $5, true, true, true, true, true, true, true, $6, $7, $7)
returning id;

-- plans.insert
insert into plans as p (name, users, connections, queues, value, campaigns, schedules, use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api, is_public,
  storage_gigabytes, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, ($8::boolean[])[1], ($8::boolean[])[2], ($8::boolean[])[3], ($8::boolean[])[4], ($8::boolean[])[5], ($8::boolean[])[6], ($8::boolean[])[7], $9, $10, $11, $11)
on conflict (lower(name)) do nothing
returning p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes;

-- plans.isNameTaken
select exists (select from plans where lower(name) = lower($1) and id <> $2) as taken;

-- plans.lock
select p.name, p.storage_gigabytes, array(select c.id from companies c where c.plan_id = p.id order by c.id) as company_ids
from plans p where p.id = $1 for update;

-- plans.byId
select p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
p.created_at, p.updated_at, p.storage_gigabytes from plans p where p.id = $1;

-- plans.ofOwnCompany
select p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes
from plans p
join companies c on c.plan_id = p.id
where c.id = current_company();

-- plans.byPrice
select p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes
from plans p
order by p.value, p.id;

-- plans.remove
delete from plans where id = $1;

-- plans.save
update plans p
set (name, users, connections, queues, value, campaigns, schedules, use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api, is_public, storage_gigabytes, updated_at)
  = ($1, $2, $3, $4, $5, $6, $7, ($8::boolean[])[1], ($8::boolean[])[2], ($8::boolean[])[3], ($8::boolean[])[4], ($8::boolean[])[5], ($8::boolean[])[6], ($8::boolean[])[7], $9, $10, $11)
where p.id = $12
returning p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes;

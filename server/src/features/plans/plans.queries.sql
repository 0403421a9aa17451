-- Printed from plans.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- plans.insert
insert into plans as p (name, users, connections, queues, value, campaigns, schedules, use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api, is_public,
  storage_gigabytes, created_at, updated_at)
values (:name, :users, :connections, :queues, :value, :campaigns, :schedules, (:flags::boolean[])[1], (:flags::boolean[])[2], (:flags::boolean[])[3], (:flags::boolean[])[4], (:flags::boolean[])[5], (:flags::boolean[])[6], (:flags::boolean[])[7], :isPublic,
  :storageGigabytes, :at, :at)
on conflict (lower(name)) do nothing
returning p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes;

-- plans.byId
select p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
p.created_at, p.updated_at, p.storage_gigabytes from plans p where p.id = :id;

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

-- plans.save
update plans p
set (name, users, connections, queues, value, campaigns, schedules, use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api, is_public, storage_gigabytes, updated_at)
  = (:name, :users, :connections, :queues, :value, :campaigns, :schedules, (:flags::boolean[])[1], (:flags::boolean[])[2], (:flags::boolean[])[3], (:flags::boolean[])[4], (:flags::boolean[])[5], (:flags::boolean[])[6], (:flags::boolean[])[7], :isPublic,
    :storageGigabytes, :at)
where p.id = :id
returning p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes;

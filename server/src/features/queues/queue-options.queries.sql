-- Printed from queue-options.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queueOptions.holdMenu
select id from queues where id = :queueId for no key update;

-- queueOptions.holdMenuOf
select q.id
from queue_options o
join queues q on q.company_id = o.company_id and q.id = o.queue_id
where o.id = :id
for no key update of q;

-- queueOptions.insert
insert into queue_options (company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
values (current_company(), :queueId, :parentId, :option, :title, :message, :at, :at)
returning id, queue_id, parent_id, option, title, message, created_at, updated_at;

-- queueOptions.ofQueue
select id, queue_id, parent_id, option, title, message, created_at, updated_at from queue_options where queue_id = :queueId order by option, id;

-- queueOptions.place
update queue_options o
set parent_id = placed.parent_id, option = placed.option
from unnest(:ids::int[], :parentIds::int[], :options::int[]) as placed (id, parent_id, option)
where o.id = placed.id;

-- queueOptions.remove
delete from queue_options where id = :id;

-- queueOptions.save
update queue_options set title = :title, message = :message, updated_at = :at where id = :id;

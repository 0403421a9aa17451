-- Printed from queue-options.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queueOptions.holdMenu
select id from queues where id = $1 for no key update;

-- queueOptions.holdMenuOf
select q.id
from queue_options o
join queues q on q.company_id = o.company_id and q.id = o.queue_id
where o.id = $1
for no key update of q;

-- queueOptions.insert
insert into queue_options (company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $6)
returning id, queue_id, parent_id, option, title, message, created_at, updated_at;

-- queueOptions.ofQueue
select id, queue_id, parent_id, option, title, message, created_at, updated_at from queue_options where queue_id = $1 order by option, id;

-- queueOptions.place
update queue_options o
set parent_id = placed.parent_id, option = placed.option
from unnest($1::int[], $2::int[], $3::int[]) as placed (id, parent_id, option)
where o.id = placed.id;

-- queueOptions.remove
delete from queue_options where id = $1;

-- queueOptions.save
update queue_options set title = $2, message = $3, updated_at = $4 where id = $1;

-- Printed from queue-options.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- queueOptions.insert
insert into queue_options (company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
values (current_company(), :queueId, :parentId, :option, :title, :message, :at, :at)
returning id, queue_id, parent_id, option, title, message, created_at, updated_at;

-- queueOptions.ofQueue
select id, queue_id, parent_id, option, title, message, created_at, updated_at from queue_options where queue_id = :queueId order by option, id;

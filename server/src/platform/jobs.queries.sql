-- Printed from jobs.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- jobs.enqueue
select enqueue_job($1, $2::jsonb, $3, $4, $5);

-- jobs.releaseAll
select graphile_worker.force_unlock_workers(array(
  select locked_by from graphile_worker._private_jobs where locked_by is not null
  union
  select locked_by from graphile_worker._private_job_queues where locked_by is not null
));

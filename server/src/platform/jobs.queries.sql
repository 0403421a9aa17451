-- Printed from jobs.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- jobs.enqueue
select enqueue_job(j.task, j.payload, j.run_at, j.key, j.queue)
from unnest(:tasks::text[], :payloads::jsonb[], :runAts::timestamptz[], :keys::text[], :queues::text[]) as j (task,
  payload, run_at, key, queue);

-- jobs.forgetWaiting
delete from waiting_jobs where job_id = $1;

-- jobs.releaseAll
select graphile_worker.force_unlock_workers(array(
  select locked_by from graphile_worker._private_jobs where locked_by is not null
  union
  select locked_by from graphile_worker._private_job_queues where locked_by is not null
));

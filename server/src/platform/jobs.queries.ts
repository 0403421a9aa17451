import { statement } from './database/statement'

export const enqueueJob = statement<
  [task: string, payload: string, runAt: Date, jobKey: string | null, queue: string | null],
  { enqueue_job: null }
>(
  'jobs.enqueue',
  `
  select enqueue_job($1, $2::jsonb, $3, $4, $5)
  `,
)

/** Jobs and queues that any process had in hand wait for the next one. The tables are graphile-worker's own (0.17). */
export const releaseAllJobs = statement<[]>(
  'jobs.releaseAll',
  `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ))
  `,
)

import { type NoParams, statement } from './database/statement'

/** Queues one job per row, in their order. */
export const enqueueJobs = statement<
  {
    tasks: readonly string[]
    payloads: readonly string[]
    runAts: readonly Date[]
    keys: readonly (string | null)[]
    queues: readonly (string | null)[]
  },
  { enqueue_job: null }
>(
  'jobs.enqueue',
  `
  select enqueue_job(j.task, j.payload, j.run_at, j.key, j.queue)
  from unnest(:tasks::text[], :payloads::jsonb[], :runAts::timestamptz[], :keys::text[], :queues::text[])
    as j (task, payload, run_at, key, queue)
  `,
)

/** The job no longer counts for the priority of its company's next jobs. */
export const forgetWaitingJob = statement<{ jobId: string }>(
  'jobs.forgetWaiting',
  `
  delete from waiting_jobs where job_id = :jobId
  `,
)

/**
 * Releases all locked jobs and queues, so that the next process runs them. The tables are graphile-worker's own
 * (0.17).
 */
export const releaseAllJobs = statement<NoParams>(
  'jobs.releaseAll',
  `
  select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ))
  `,
)

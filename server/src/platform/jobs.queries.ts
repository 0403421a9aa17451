import { statement } from './database/statement'

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

/** Deletes the row that counts a job as waiting. Each such row lowers the priority of the company's next jobs. */
export const deleteWaitingJobRow = statement<{ jobId: string }>(
  'jobs.forgetWaiting',
  `
  delete from waiting_jobs where job_id = :jobId
  `,
)

/** Counts due jobs, up to 100,000. The table and its index of available jobs belong to graphile-worker (0.17). */
export const countDueJobs = statement<{ now: Date }, { count: number }>(
  'jobs.countDue',
  `
  select count(*) as count
  from (
    select from graphile_worker._private_jobs where is_available and run_at <= :now limit 100000
  ) as due
  `,
)

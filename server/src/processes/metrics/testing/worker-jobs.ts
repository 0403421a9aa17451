import type { TestApp } from '../../../testing/test-app'

/** Queues a job that is due now and is tried once, of any task. */
export async function queueJob(
  { rows, now }: Pick<TestApp, 'rows' | 'now'>,
  task: string,
  payload: object,
): Promise<void> {
  const job = [task, payload, now()]
  await rows('select graphile_worker.add_job($1, $2, run_at => $3, max_attempts => 1)', job)
}

/** Completes all queued jobs that no worker runs. */
export async function completeJobs({ rows }: Pick<TestApp, 'rows'>): Promise<void> {
  await rows('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
}

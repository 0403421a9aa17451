import type { TestApp } from './test-app'

/** A job that has not ended, as the queue stores it. */
export interface WaitingJob {
  readonly id: string
  readonly key: string | null
  readonly run_at: Date
  readonly attempts: number
  readonly payload: { readonly companyId: number; readonly payload: Readonly<Record<string, unknown>> }
}

/** The table of the jobs that have not ended. */
export const jobsTable = 'graphile_worker._private_jobs'

/** The waiting jobs of a task, oldest first. */
export async function waitingJobs(testApp: Pick<TestApp, 'table'>, task: string): Promise<WaitingJob[]> {
  const tasks = await testApp
    .table('graphile_worker._private_tasks')
    .find<{ id: number }>({ identifier: task }, ['id'])
  return testApp.table(jobsTable).find<WaitingJob>({ task_id: tasks.map(({ id }) => id) })
}

/** The keys of the files that waiting jobs remove. */
export async function filesToRemove(testApp: Pick<TestApp, 'table'>): Promise<string[]> {
  const jobs = await waitingJobs(testApp, 'files.remove')
  return jobs.flatMap(({ payload }) => payload.payload.keys as string[]) // the payload of removeFilesJob
}

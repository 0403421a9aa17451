import type { CompanyId } from '@balcao/domain/ids'
import type { TestApp } from './test-app'

/** A job that waits for a worker, its time or its next attempt. */
export interface QueuedJob<Payload> {
  readonly task: string
  readonly companyId: CompanyId
  readonly payload: Payload
  readonly key: string | null
  readonly runAt: Date
}

/** The queued jobs of this task, or of all tasks, of all companies, in the order in which they were queued. */
export function queuedJobs<Payload = unknown>(
  { rows }: Pick<TestApp, 'rows'>,
  task: string | null = null,
): Promise<QueuedJob<Payload>[]> {
  return rows(
    `select t.identifier as task, (j.payload ->> 'companyId')::int as "companyId", j.payload -> 'payload' as payload,
       j.key, j.run_at as "runAt"
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where $1::text is null or t.identifier = $1 order by j.id`,
    [task],
  )
}

/** The number of queued jobs that remove the file of this key. */
export async function queuedRemovalsOf(testApp: Pick<TestApp, 'rows'>, key: string): Promise<number> {
  const removals = await queuedJobs<{ keys: readonly string[] }>(testApp, 'files.remove')
  return removals.filter(({ payload }) => payload.keys.includes(key)).length
}

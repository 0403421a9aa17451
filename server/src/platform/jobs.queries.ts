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

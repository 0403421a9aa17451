import type { TestApp } from './test-app'
import { until } from './until'

/** Runs this as one transaction of the test's own connection, which keeps its locks until the end. */
export async function inOwnerTransaction(
  { rows }: Pick<TestApp, 'rows'>,
  run: () => Promise<void>,
): Promise<void> {
  await rows('begin')
  try {
    await run()
  } catch (error) {
    await rows('rollback')
    throw error
  }
  await rows('commit')
}

/** Resolves once a statement of the app waits for a lock. */
export function statementWaitsForLock({ rows }: Pick<TestApp, 'rows'>): Promise<void> {
  return until('a statement waits for a lock', async () => {
    const waiting = await rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  })
}

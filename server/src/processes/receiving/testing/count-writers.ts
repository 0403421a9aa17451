import type { TestApp } from '../../../testing/test-app'

/** The number of transactions that last wrote these inbound events. */
export async function countWriters(
  { rows }: Pick<TestApp, 'rows'>,
  eventIds: readonly number[],
): Promise<number> {
  const writers = await rows('select distinct xmin::text from inbound_events where id = any ($1)', [eventIds])
  return writers.length
}

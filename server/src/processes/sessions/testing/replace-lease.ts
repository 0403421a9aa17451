import type { TestApp } from '../../../testing/test-app'

/** Raises the token of a connection's lease, as when another process has taken it. */
export async function replaceLease({ table }: Pick<TestApp, 'table'>, connectionId: number): Promise<void> {
  const lease = { connection_id: connectionId }
  const { token } = await table('connection_leases').get<{ token: number }>(lease, ['token'])
  await table('connection_leases').update(lease, { token: token + 1 })
}

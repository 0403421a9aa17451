import type { TestApp } from '../../../testing/test-app'

/** Locks the row of a connection's lease, in a transaction of the test. */
export async function lockLease({ rows }: Pick<TestApp, 'rows'>, connectionId: number) {
  await rows('begin')
  await rows('select from connection_leases where connection_id = $1 for update', [connectionId])
  return {
    /** Whether another transaction waits for a lock of this one. */
    async isAwaited() {
      const blocked =
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      return (await rows(blocked)).length > 0
    },
    async release() {
      await rows('rollback')
    },
  }
}

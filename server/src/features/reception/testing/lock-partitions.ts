import type { ConnectionId } from '@balcao/domain/ids'
import type { TestApp } from '../../../testing/test-app'

/** Takes the locks of the partitions of the connection's stored events, for a transaction of the test. */
export async function lockPartitionsOf(
  { rows }: Pick<TestApp, 'rows'>,
  connectionId: ConnectionId,
): Promise<void> {
  await rows(
    `select pg_advisory_xact_lock(hashtextextended('inbound ' || connection_id || ' ' || partition, 0))
     from inbound_events where connection_id = $1`,
    [connectionId],
  )
}

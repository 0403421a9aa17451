import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { sendOver, unsentOverConnection } from './messages.queries'
import { refuseChangesOver } from './settle-change'
import { failMessage } from './settle-sending'

/**
 * A connection goes away. What has not begun to leave over it goes over its successor, from where its ticks will come;
 * the rest is told as failed, since nobody will hear of it any more, and offers *try again*.
 */
export async function leaveConnection(
  work: CompanyWork,
  { connectionId, successorId }: { connectionId: ConnectionId; successorId: ConnectionId | null },
): Promise<void> {
  const unsent = await work.db.rows(unsentOverConnection, [connectionId])
  const movable = unsent.filter(({ has_begun }) => successorId !== null && !has_begun)

  if (successorId !== null) await work.db.run(sendOver, [movable.map(({ id }) => id), successorId])
  for (const message of unsent) {
    if (!movable.includes(message)) await failMessage(work, message.id, 'ERR_SENDING_WAPP_MSG')
  }
  await refuseChangesOver(work, connectionId)
}

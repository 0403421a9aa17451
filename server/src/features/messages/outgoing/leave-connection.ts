import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import { failUnacknowledgedMessageChanges } from '../changes/change-outcomes'
import { moveMessagesToConnection, unsentMessagesOfConnection } from '../messages.queries'
import { failMessage } from './apply-receipts'

/** Moves the unsent messages of a deleted connection to its successor. Those being sent fail: no ack can arrive. */
export async function moveUnsentMessagesToSuccessor(
  work: CompanyWork,
  { connectionId, successorId }: { connectionId: ConnectionId; successorId: ConnectionId | null },
): Promise<void> {
  const unsent = await work.db.rows(unsentMessagesOfConnection, { connectionId })
  const movable = unsent.filter(({ has_begun }) => successorId !== null && !has_begun)

  if (successorId !== null)
    await work.db.run(moveMessagesToConnection, {
      messageIds: movable.map(({ id }) => id),
      connectionId: successorId,
    })
  for (const message of unsent) {
    if (!movable.includes(message)) await failMessage(work, message.id, 'ERR_SENDING_WAPP_MSG')
  }
  await failUnacknowledgedMessageChanges(work, connectionId)
}

import type { QueueId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { recordConnection } from './connections.events'
import { connectionsByIds, forgetSendQueue, unlinkQueue } from './connections.queries'

/** Removes a deleted queue from its connections and from their redirections, with an event for each. */
export async function letGoOfQueue(work: CompanyWork, queueId: QueueId): Promise<void> {
  const linked = await work.db.rows(unlinkQueue, { queueId })
  const sending = await work.db.rows(forgetSendQueue, { queueId, at: work.now })

  const ids = [...linked, ...sending].map(({ id }) => id)
  for (const row of await work.db.rows(connectionsByIds, { ids })) recordConnection(work, row)
}

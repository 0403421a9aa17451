import type { QueueId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { queueToChange, refuseUnknownQueues } from './queues.access'
import { queueDeleted } from './queues.events'
import { queueGone, queueLeaving } from './queues.hooks'
import { removeQueue, usersOfQueue } from './queues.queries'

/** Deletes a queue. Its live tickets move to `moveTo`, or wait without a queue (QUEUE-18). */
export async function deleteQueue(work: CompanyWork, id: QueueId, moveTo: QueueId | null): Promise<void> {
  const { name } = await queueToChange(work, id)
  if (moveTo === id) throw refuse('ERR_QUEUE_NOT_FOUND')
  if (moveTo !== null) await refuseUnknownQueues(work, [moveTo])
  const users = await work.db.rows(usersOfQueue, { id })

  await work.runHook(queueLeaving, { queueId: id, moveTo })
  await work.db.run(removeQueue, { id })
  await work.runHook(queueGone, { queueId: id, userIds: users.map(({ user_id }) => user_id) })

  await recordAudit(work, { act: 'queue.deleted', subject: { id, name }, detail: { moveTo } })
  work.record(queueDeleted, { queueId: id })
}

import type { QueueOptionView } from '@balcao/contract/queue-options'
import * as calls from '@balcao/contract/queue-options'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { type Route, readRoute, route } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { optionsOfQueue } from './queue-options.queries'
import { createQueueOption, deleteQueueOption, updateQueueOption } from './queue-options.verbs'
import { optionTree } from './queue-options.view'
import { queueById } from './queues.queries'

export const queueOptionRoutes: readonly Route[] = [
  readRoute(calls.listQueueOptions, (work, { query }) => menuOfQueue(work, query.queueId, query.parentId)),
  route(calls.createQueueOption, (work, { body }) => createQueueOption(work, body)),
  route(calls.updateQueueOption, (work, { params, body }) => updateQueueOption(work, params.optionId, body)),
  route(calls.deleteQueueOption, async (work, { params }) => {
    await deleteQueueOption(work, params.optionId)
    return { message: 'queue option deleted' }
  }),
]

/** Returns the options below `parentId` in the menu of a queue, or the whole menu for null (QUEUE-20). */
async function menuOfQueue(
  { db }: Pick<CompanyWork, 'db'>,
  queueId: QueueId,
  parentId: QueueOptionId | null,
): Promise<QueueOptionView[]> {
  const [queue, rows] = await Promise.all([
    db.row(queueById, { id: queueId }),
    db.rows(optionsOfQueue, { queueId }),
  ])
  if (queue === null) throw refuse('ERR_QUEUE_NOT_FOUND')
  if (parentId !== null && !rows.some(({ id }) => id === parentId)) throw refuse('ERR_NO_QUEUE_OPTION_FOUND')
  return optionTree(rows, parentId)
}

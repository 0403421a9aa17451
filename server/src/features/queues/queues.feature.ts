import type { QueueOptionView } from '@balcao/contract/queue-options'
import * as optionCalls from '@balcao/contract/queue-options'
import * as calls from '@balcao/contract/queues'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import type { Feature } from '../../platform/feature'
import { callerRoute, type Route, readRoute, route } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { actInChosenCompany } from '../companies/act-in-chosen-company'
import { optionsOfQueue } from './queue-options.queries'
import { createQueueOption, deleteQueueOption, updateQueueOption } from './queue-options.verbs'
import { buildQueueOptionTree } from './queue-options.view'
import { queueToRead } from './queues.access'
import { queueChanged, queueDeleted, queueOptionsChanged } from './queues.events'
import { queueById, queuesInOrder } from './queues.queries'
import { queueView } from './queues.view'
import { createQueue, deleteQueue, updateQueue } from './save-queue'

const queueOptionRoutes: readonly Route[] = [
  readRoute(optionCalls.listQueueOptions, (work, { query }) =>
    menuOfQueue(work, query.queueId, query.parentId),
  ),
  route(optionCalls.createQueueOption, (work, { body }) => createQueueOption(work, body)),
  route(optionCalls.updateQueueOption, (work, { params, body }) =>
    updateQueueOption(work, params.optionId, body),
  ),
  route(optionCalls.deleteQueueOption, async (work, { params }) => {
    await deleteQueueOption(work, params.optionId)
    return { message: 'queue option deleted' }
  }),
]

const queueRoutes: readonly Route[] = [
  callerRoute(calls.listQueues, (caller, { query }) =>
    actInChosenCompany(caller, query.companyId, async ({ db }) =>
      (await db.rows(queuesInOrder)).map(queueView),
    ),
  ),
  route(calls.getQueue, async (work, { params }) => queueView(await queueToRead(work, params.queueId))),
  route(calls.createQueue, async (work, { body }) => queueView(await createQueue(work, body))),
  route(calls.updateQueue, async (work, { params, body }) =>
    queueView(await updateQueue(work, params.queueId, body)),
  ),
  route(calls.deleteQueue, async (work, { params, query }) => {
    await deleteQueue(work, params.queueId, query.moveTo ?? null)
    return { message: 'queue deleted' }
  }),
]

export const queuesFeature: Feature = {
  name: 'queues',
  routes: [...queueRoutes, ...queueOptionRoutes],
  events: [queueChanged, queueDeleted, queueOptionsChanged],
}

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
  return buildQueueOptionTree(rows, parentId)
}

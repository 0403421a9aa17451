import * as calls from '@balcao/contract/queues'
import { callerRoute, type Route, route } from '../../platform/http/route'
import { actInChosenCompany } from '../companies/act-in-chosen-company'
import { deleteQueue } from './delete-queue'
import { queueToRead } from './queues.access'
import { allQueues } from './queues.read'
import { queueView } from './queues.view'
import { createQueue, updateQueue } from './save-queue'

export const queueRoutes: readonly Route[] = [
  callerRoute(calls.listQueues, (caller, { query }) =>
    actInChosenCompany(caller, query.companyId, async (work) => (await allQueues(work)).map(queueView)),
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

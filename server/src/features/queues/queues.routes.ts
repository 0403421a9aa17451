import * as calls from '@balcao/contract/queues'
import { callerRoute, type Route, route } from '../../platform/http/route'
import type { CompanyWork } from '../../platform/work'
import { actInChosenCompany } from '../companies/act-in-chosen-company'
import { queueToRead } from './queues.access'
import { type QueueRow, queuesInOrder } from './queues.queries'
import { queueView } from './queues.view'
import { createQueue, deleteQueue, updateQueue } from './save-queue'

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

/** Returns all queues of the company in the company's order (QUEUE-14). */
function allQueues({ db }: Pick<CompanyWork, 'db'>): Promise<QueueRow[]> {
  return db.rows(queuesInOrder)
}

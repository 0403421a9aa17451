import * as calls from '@balcao/contract/queue-options'
import { type Route, readRoute, route } from '../../platform/http/route'
import { menuOfQueue } from './queue-options.read'
import { createQueueOption, deleteQueueOption, updateQueueOption } from './queue-options.verbs'

export const queueOptionRoutes: readonly Route[] = [
  readRoute(calls.listQueueOptions, (work, { query }) => menuOfQueue(work, query.queueId, query.parentId)),
  route(calls.createQueueOption, (work, { body }) => createQueueOption(work, body)),
  route(calls.updateQueueOption, (work, { params, body }) => updateQueueOption(work, params.optionId, body)),
  route(calls.deleteQueueOption, async (work, { params }) => {
    await deleteQueueOption(work, params.optionId)
    return { message: 'queue option deleted' }
  }),
]

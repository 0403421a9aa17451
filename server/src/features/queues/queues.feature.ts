import type { Feature } from '../../platform/feature'
import { queueChanged, queueDeleted } from './queues.events'
import { queueRoutes } from './queues.routes'

export const queuesFeature: Feature = {
  name: 'queues',
  routes: queueRoutes,
  events: [queueChanged, queueDeleted],
}

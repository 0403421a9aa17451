import type { Feature } from '../../platform/feature'
import { queueOptionRoutes } from './queue-options.routes'
import { queueChanged, queueDeleted, queueOptionsChanged } from './queues.events'
import { queueRoutes } from './queues.routes'

export const queuesFeature: Feature = {
  name: 'queues',
  routes: [...queueRoutes, ...queueOptionRoutes],
  events: [queueChanged, queueDeleted, queueOptionsChanged],
}

import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { reactTo } from '../../platform/reactions'
import { queueLeaving } from '../queues/queues.reactions'
import { connectionEvents } from './connections.events'
import { connectionRoutes } from './connections.routes'
import { letGoOfQueue } from './let-go-of-queue'
import type { LiveLinks } from './live-links.port'

export interface ConnectionsParts {
  readonly dataKeys: DataKeys
  readonly links: LiveLinks
}

export function connectionsFeature({ dataKeys, links }: ConnectionsParts): Feature {
  return {
    name: 'connections',
    routes: connectionRoutes(dataKeys, links),
    events: connectionEvents(dataKeys),
    reactions: [reactTo(queueLeaving, (work, { queueId }) => letGoOfQueue(work, queueId))],
  }
}

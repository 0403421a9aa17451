import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { queueDeleting } from '../queues/queues.hooks'
import { connectionEvents } from './connections.events'
import { connectionRoutes } from './connections.routes'
import { unlinkQueueFromConnections } from './connections.verbs'
import type { LiveLinks } from './live-links.port'

export interface ConnectionsDependencies {
  readonly dataKeys: DataKeys
  readonly links: LiveLinks
}

export function connectionsFeature({ dataKeys, links }: ConnectionsDependencies): Feature {
  return {
    name: 'connections',
    routes: connectionRoutes(dataKeys, links),
    events: connectionEvents(dataKeys),
    hooks: [onHook(queueDeleting, (work, { queueId }) => unlinkQueueFromConnections(work, queueId))],
  }
}

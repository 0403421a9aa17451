import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { queueLeaving } from '../queues/queues.hooks'
import { connectionEvents } from './connections.events'
import { connectionRoutes } from './connections.routes'
import { letGoOfQueue } from './connections.verbs'
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
    hooks: [onHook(queueLeaving, (work, { queueId }) => letGoOfQueue(work, queueId))],
  }
}

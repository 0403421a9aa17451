import type { DataKeys } from '../../platform/encryption'
import type { Feature } from '../../platform/feature'
import { connectionEvents } from './connections.events'
import { connectionRoutes } from './connections.routes'
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
  }
}

import type { Feature } from '../../platform/feature'
import { endSilentHistoryJob } from './end-silent-history'
import { entryLeft, entrySetAside, everyEntryLeft } from './reception.events'
import { receptionRoutes } from './reception.routes'

/** What comes in is taken in by a role of its own (processes/receiving); here is what people see of it. */
export const receptionFeature: Feature = {
  name: 'reception',
  routes: receptionRoutes,
  jobs: [endSilentHistoryJob],
  events: [entrySetAside, entryLeft, everyEntryLeft],
}

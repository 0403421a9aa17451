import * as calls from '@balcao/contract/helps'
import type { Feature } from '../../platform/feature'
import { platformRoute, readRoute } from '../../platform/http/route'
import { helpChanged } from './helps.events'
import { allHelpVideos, createHelp, deleteHelp, listHelps, updateHelp } from './helps.verbs'

export const helpsFeature: Feature = {
  name: 'helps',
  routes: [
    readRoute(calls.listHelps, (work, { query }) => listHelps(work, query)),
    readRoute(calls.listAllHelps, (work) => allHelpVideos(work)),
    platformRoute(calls.createHelp, (work, { body }) => createHelp(work, body)),
    platformRoute(calls.updateHelp, (work, { params, body }) => updateHelp(work, params.helpId, body)),
    platformRoute(calls.deleteHelp, async (work, { params }) => {
      await deleteHelp(work, params.helpId)
      return { message: 'help deleted' }
    }),
  ],
  events: [helpChanged],
}

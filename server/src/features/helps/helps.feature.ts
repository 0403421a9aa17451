import * as calls from '@balcao/contract/helps'
import type { Feature } from '../../platform/feature'
import { platformRoute, readRoute } from '../../platform/http/route'
import { helpVideosChanged } from './helps.events'
import {
  allHelpVideos,
  createHelpVideo,
  deleteHelpVideo,
  listHelpVideos,
  updateHelpVideo,
} from './helps.verbs'

export const helpsFeature: Feature = {
  name: 'helps',
  routes: [
    readRoute(calls.listHelpVideos, (work, { query }) => listHelpVideos(work, query)),
    readRoute(calls.listAllHelpVideos, (work) => allHelpVideos(work)),
    platformRoute(calls.createHelpVideo, (work, { body }) => createHelpVideo(work, body)),
    platformRoute(calls.updateHelpVideo, (work, { params, body }) =>
      updateHelpVideo(work, params.helpId, body),
    ),
    platformRoute(calls.deleteHelpVideo, async (work, { params }) => {
      await deleteHelpVideo(work, params.helpId)
      return { message: 'help deleted' }
    }),
  ],
  events: [helpVideosChanged],
}

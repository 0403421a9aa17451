import * as calls from '@balcao/contract/reception'
import { type Route, route } from '../../platform/http/route'
import { setAsideView } from './reception.view'
import { dismissEntry, listSetAside, replayAll, replayEntry } from './set-aside'

export const receptionRoutes: readonly Route[] = [
  route(calls.listSetAside, async (work, { query }) => {
    const { rows, ...page } = await listSetAside(work, query.pageNumber)
    return { entries: rows.map(setAsideView), ...page }
  }),
  route(calls.replaySetAside, async (work, { params }) => {
    await replayEntry(work, params.entryId)
    return { message: 'entry replayed' }
  }),
  route(calls.replayAllSetAside, async (work) => {
    await replayAll(work)
    return { message: 'entries replayed' }
  }),
  route(calls.dismissSetAside, async (work, { params }) => {
    await dismissEntry(work, params.entryId)
    return { message: 'entry dismissed' }
  }),
]

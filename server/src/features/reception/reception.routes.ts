import * as calls from '@balcao/contract/reception'
import { type Route, route } from '../../platform/http/route'
import { dismissEntry, listDeadLetters, replayAll, replayEntry } from './dead-letters'
import { deadLetterView } from './reception.view'

export const receptionRoutes: readonly Route[] = [
  route(calls.listDeadLetters, async (work, { query }) => {
    const { rows, ...page } = await listDeadLetters(work, query.pageNumber)
    return { entries: rows.map(deadLetterView), ...page }
  }),
  route(calls.replayDeadLetter, async (work, { params }) => {
    await replayEntry(work, params.entryId)
    return { message: 'entry replayed' }
  }),
  route(calls.replayAllDeadLetters, async (work) => {
    await replayAll(work)
    return { message: 'entries replayed' }
  }),
  route(calls.dismissDeadLetter, async (work, { params }) => {
    await dismissEntry(work, params.entryId)
    return { message: 'entry dismissed' }
  }),
]

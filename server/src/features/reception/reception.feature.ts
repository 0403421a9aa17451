import * as calls from '@balcao/contract/reception'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { type Route, route } from '../../platform/http/route'
import { contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { ticketResolved, ticketTransferred } from '../tickets/tickets.hooks'
import { mergeBotConversations } from './bot-conversations.queries'
import {
  deadLetterView,
  dismissDeadLetterById,
  listDeadLetters,
  replayDeadLetterById,
  replayEveryDeadLetter,
} from './dead-letters'
import { eraseInboundEventsOfContact } from './dead-letters.queries'
import { endHistoryImportJob } from './end-silent-history'
import { allDeadLettersReplayed, deadLetterRecorded, deadLetterRemoved } from './reception.events'
import { sendFarewell, sendTransferNotice } from './say-on-transition'

const receptionRoutes: readonly Route[] = [
  route(calls.listDeadLetters, async (work, { query }) => {
    const { rows, ...page } = await listDeadLetters(work, query.pageNumber)
    return { entries: rows.map(deadLetterView), ...page }
  }),
  route(calls.replayDeadLetter, async (work, { params }) => {
    await replayDeadLetterById(work, params.entryId)
    return { message: 'entry replayed' }
  }),
  route(calls.replayAllDeadLetters, async (work) => {
    await replayEveryDeadLetter(work)
    return { message: 'entries replayed' }
  }),
  route(calls.dismissDeadLetter, async (work, { params }) => {
    await dismissDeadLetterById(work, params.entryId)
    return { message: 'entry dismissed' }
  }),
]

/** Contains what users see of reception. The code in processes/receiving processes the inbound events. */
export const receptionFeature: Feature = {
  name: 'reception',
  routes: receptionRoutes,
  jobs: [endHistoryImportJob],
  events: [deadLetterRecorded, deadLetterRemoved, allDeadLettersReplayed],
  hooks: [
    onHook(ticketResolved, sendFarewell),
    onHook(ticketTransferred, sendTransferNotice),
    onHook(contactErasing, async (work, { contactId, addresses }) => {
      await work.db.run(eraseInboundEventsOfContact, { chats: addresses, contactId })
    }),
    onHook(contactsMerging, async (work, { keptId, goneId }) => {
      await work.db.run(mergeBotConversations, { keptId, goneId })
    }),
  ],
}

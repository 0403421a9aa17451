import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { ticketResolved, ticketTransferred } from '../tickets/tickets.hooks'
import { mergePlaces } from './bot-conversations.queries'
import { eraseEntriesOf } from './dead-letters.queries'
import { endSilentHistoryJob } from './end-silent-history'
import { allDeadLettersLeft, deadLetterLeft, deadLetterRecorded } from './reception.events'
import { receptionRoutes } from './reception.routes'
import { sayFarewell } from './say-farewell'
import { sendTransferNotice } from './send-transfer-notice'

/** The role in processes/receiving processes inbound events; this feature holds the parts that users see. */
export const receptionFeature: Feature = {
  name: 'reception',
  routes: receptionRoutes,
  jobs: [endSilentHistoryJob],
  events: [deadLetterRecorded, deadLetterLeft, allDeadLettersLeft],
  hooks: [
    onHook(ticketResolved, sayFarewell),
    onHook(ticketTransferred, sendTransferNotice),
    onHook(contactErasing, async (work, { contactId, addresses }) => {
      await work.db.run(eraseEntriesOf, { chats: addresses, contactId })
    }),
    onHook(contactsMerging, async (work, { keptId, goneId }) => {
      await work.db.run(mergePlaces, { keptId, goneId })
    }),
  ],
}

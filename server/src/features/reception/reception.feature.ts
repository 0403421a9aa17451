import type { Feature } from '../../platform/feature'
import { reactTo } from '../../platform/reactions'
import { contactErasing, contactsMerging } from '../contacts/contacts.reactions'
import { ticketResolved, ticketTransferred } from '../tickets/tickets.reactions'
import { mergePlaces } from './bot-conversations.queries'
import { eraseEntriesOf } from './dead-letters.queries'
import { endSilentHistoryJob } from './end-silent-history'
import { deadLetterRecorded, entryLeft, everyEntryLeft } from './reception.events'
import { receptionRoutes } from './reception.routes'
import { sayFarewell } from './say-farewell'
import { tellTransfer } from './tell-transfer'

/** What comes in is taken in by a role of its own (processes/receiving); here is what people see of it. */
export const receptionFeature: Feature = {
  name: 'reception',
  routes: receptionRoutes,
  jobs: [endSilentHistoryJob],
  events: [deadLetterRecorded, entryLeft, everyEntryLeft],
  reactions: [
    reactTo(ticketResolved, sayFarewell),
    reactTo(ticketTransferred, tellTransfer),
    reactTo(contactErasing, async (work, { contactId, addresses }) => {
      await work.db.run(eraseEntriesOf, [addresses, contactId])
    }),
    reactTo(contactsMerging, async (work, { keptId, goneId }) => {
      await work.db.run(mergePlaces, [keptId, goneId])
    }),
  ],
}

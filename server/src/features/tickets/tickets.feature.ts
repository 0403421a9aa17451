import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { MediaLinkSigner } from '../../platform/media-links'
import { connectionDeleting } from '../connections/connections.hooks'
import { contactDeleting, contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { queueDeleting } from '../queues/queues.hooks'
import { userDeleting, userQueuesChanged } from '../users/users.hooks'
import { handoverCleared, ticketHandedOver } from './acts/handovers.events'
import {
  moveTicketsOfDeletedConnection,
  moveTicketsOfDeletedQueue,
  refuseContactWithLiveTicket,
  returnTicketsOfUserToQueues,
} from './acts/return-tickets'
import { wakeTicketJob } from './acts/snooze-ticket'
import { mergeTickets } from './contact/merge-tickets'
import { eraseTicketTexts } from './erasing/delete-ticket'
import { colleagueTyping } from './history/conversation-presence.events'
import { compactTicketCounterDeltasJob } from './lists/compact-deltas'
import { drawSearchSampleJob } from './lists/draw-search-sample'
import { ticketChanged, ticketHistoryChanged, ticketMarkedRead } from './tickets.events'
import { ticketRoutes } from './tickets.routes'

export function ticketsFeature({ links }: { links: MediaLinkSigner }): Feature {
  return {
    name: 'tickets',
    routes: ticketRoutes(links),
    jobs: [drawSearchSampleJob, compactTicketCounterDeltasJob, wakeTicketJob],
    events: [
      ticketChanged,
      ticketMarkedRead,
      ticketHistoryChanged,
      ticketHandedOver,
      handoverCleared,
      colleagueTyping,
    ],
    hooks: [
      onHook(contactDeleting, (work, { contactId }) => refuseContactWithLiveTicket(work, contactId)),
      onHook(contactsMerging, mergeTickets),
      onHook(contactErasing, eraseTicketTexts),
      onHook(userDeleting, (work, { userId }) => returnTicketsOfUserToQueues(work, userId, null)),
      onHook(userQueuesChanged, (work, { userId, lostQueueIds }) =>
        returnTicketsOfUserToQueues(work, userId, lostQueueIds),
      ),
      onHook(queueDeleting, (work, { queueId, moveTo }) => moveTicketsOfDeletedQueue(work, queueId, moveTo)),
      onHook(connectionDeleting, (work, { connectionId, successorId }) =>
        moveTicketsOfDeletedConnection(work, connectionId, successorId),
      ),
    ],
  }
}

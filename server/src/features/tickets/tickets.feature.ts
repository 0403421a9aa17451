import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { MediaLinks } from '../../platform/media-links'
import { connectionDeleting } from '../connections/connections.hooks'
import { contactDeleting, contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { queueDeleting } from '../queues/queues.hooks'
import { userDeleting, userQueuesChanged } from '../users/users.hooks'
import { handoverCleared, ticketHandedOver } from './acts/handovers.events'
import {
  moveTicketsOfConnection,
  moveTicketsOfQueue,
  refuseWhileTicketIsLive,
  returnTicketsOfUser,
} from './acts/return-tickets'
import { wakeTicketJob } from './acts/snooze-ticket'
import { mergeTickets } from './contact/merge-tickets'
import { eraseTicketTexts } from './erasing/delete-ticket'
import { colleagueTyping } from './history/conversation-presence.events'
import { compactTicketDeltasJob } from './lists/compact-deltas'
import { drawSearchSampleJob } from './lists/draw-search-sample'
import { ticketChanged, ticketHistoryChanged, ticketRead } from './tickets.events'
import { ticketRoutes } from './tickets.routes'

export function ticketsFeature({ links }: { links: MediaLinks }): Feature {
  return {
    name: 'tickets',
    routes: ticketRoutes(links),
    jobs: [drawSearchSampleJob, compactTicketDeltasJob, wakeTicketJob],
    events: [
      ticketChanged,
      ticketRead,
      ticketHistoryChanged,
      ticketHandedOver,
      handoverCleared,
      colleagueTyping,
    ],
    hooks: [
      onHook(contactDeleting, (work, { contactId }) => refuseWhileTicketIsLive(work, contactId)),
      onHook(contactsMerging, mergeTickets),
      onHook(contactErasing, eraseTicketTexts),
      onHook(userDeleting, (work, { userId }) => returnTicketsOfUser(work, userId, null)),
      onHook(userQueuesChanged, (work, { userId, lostQueueIds }) =>
        returnTicketsOfUser(work, userId, lostQueueIds),
      ),
      onHook(queueDeleting, (work, { queueId, moveTo }) => moveTicketsOfQueue(work, queueId, moveTo)),
      onHook(connectionDeleting, (work, { connectionId, successorId }) =>
        moveTicketsOfConnection(work, connectionId, successorId),
      ),
    ],
  }
}

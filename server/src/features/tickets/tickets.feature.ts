import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { MediaLinks } from '../../platform/media-links'
import { connectionLeaving } from '../connections/connections.hooks'
import { contactErasing, contactLeaving, contactsMerging } from '../contacts/contacts.hooks'
import { queueLeaving } from '../queues/queues.hooks'
import { userLeaving, userQueuesChanged } from '../users/users.hooks'
import { handoverSettled, ticketHandedOver } from './acts/handovers.events'
import {
  moveTicketsOfConnection,
  moveTicketsOfQueue,
  refuseWhileTicketIsLive,
  returnTicketsOfUser,
} from './acts/return-tickets'
import { wakeTicketJob } from './acts/snooze-ticket'
import { mergeTickets } from './contact/merge-tickets'
import { eraseTickets } from './erasing/delete-ticket'
import { typingSeen } from './history/conversation-presence.events'
import { compactTicketDeltasJob } from './lists/compact-deltas'
import { drawSearchSampleJob } from './lists/draw-search-sample'
import { ticketChanged, ticketHappened, ticketRead } from './tickets.events'
import { ticketRoutes } from './tickets.routes'

export function ticketsFeature({ links }: { links: MediaLinks }): Feature {
  return {
    name: 'tickets',
    routes: ticketRoutes(links),
    jobs: [drawSearchSampleJob, compactTicketDeltasJob, wakeTicketJob],
    events: [ticketChanged, ticketRead, ticketHappened, ticketHandedOver, handoverSettled, typingSeen],
    hooks: [
      onHook(contactLeaving, (work, { contactId }) => refuseWhileTicketIsLive(work, contactId)),
      onHook(contactsMerging, mergeTickets),
      onHook(contactErasing, eraseTickets),
      onHook(userLeaving, (work, { userId }) => returnTicketsOfUser(work, userId, null)),
      onHook(userQueuesChanged, (work, { userId, lostQueueIds }) =>
        returnTicketsOfUser(work, userId, lostQueueIds),
      ),
      onHook(queueLeaving, (work, { queueId, moveTo }) => moveTicketsOfQueue(work, queueId, moveTo)),
      onHook(connectionLeaving, (work, { connectionId, successorId }) =>
        moveTicketsOfConnection(work, connectionId, successorId),
      ),
    ],
  }
}

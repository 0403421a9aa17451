import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { MediaLinks } from '../../platform/media-links'
import { connectionLeaving } from '../connections/connections.hooks'
import { contactErasing, contactLeaving, contactsMerging } from '../contacts/contacts.hooks'
import { queueLeaving } from '../queues/queues.hooks'
import { userLeaving, userQueuesChanged } from '../users/users.hooks'
import { compactTicketDeltasJob } from './compact-deltas'
import { drawSearchSampleJob } from './draw-search-sample'
import { eraseTickets } from './erase-tickets'
import { handoverSettled, ticketHandedOver } from './handovers.events'
import { mergeTickets } from './merge-tickets'
import {
  moveTicketsOfConnection,
  moveTicketsOfQueue,
  refuseWhileTicketIsLive,
  returnTicketsOfUser,
} from './return-tickets'
import { ticketChanged, ticketHappened, ticketRead } from './tickets.events'
import { ticketRoutes } from './tickets.routes'

export function ticketsFeature({ links }: { links: MediaLinks }): Feature {
  return {
    name: 'tickets',
    routes: ticketRoutes(links),
    jobs: [drawSearchSampleJob, compactTicketDeltasJob],
    events: [ticketChanged, ticketRead, ticketHappened, ticketHandedOver, handoverSettled],
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

import type { Feature } from '../../platform/feature'
import type { MediaLinks } from '../../platform/media-links'
import { reactTo } from '../../platform/reactions'
import { connectionLeaving } from '../connections/connections.reactions'
import { contactErasing, contactLeaving, contactsMerging } from '../contacts/contacts.reactions'
import { queueLeaving } from '../queues/queues.reactions'
import { userLeaving, userQueuesChanged } from '../users/users.reactions'
import { drawSearchSampleJob } from './draw-search-sample'
import { eraseTickets } from './erase-tickets'
import { foldTalliesJob } from './fold-tallies'
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
    jobs: [drawSearchSampleJob, foldTalliesJob],
    events: [ticketChanged, ticketRead, ticketHappened, ticketHandedOver, handoverSettled],
    reactions: [
      reactTo(contactLeaving, (work, { contactId }) => refuseWhileTicketIsLive(work, contactId)),
      reactTo(contactsMerging, mergeTickets),
      reactTo(contactErasing, eraseTickets),
      reactTo(userLeaving, (work, { userId }) => returnTicketsOfUser(work, userId, null)),
      reactTo(userQueuesChanged, (work, { userId, lostQueueIds }) =>
        returnTicketsOfUser(work, userId, lostQueueIds),
      ),
      reactTo(queueLeaving, (work, { queueId, moveTo }) => moveTicketsOfQueue(work, queueId, moveTo)),
      reactTo(connectionLeaving, (work, { connectionId, successorId }) =>
        moveTicketsOfConnection(work, connectionId, successorId),
      ),
    ],
  }
}

import * as handoverCalls from '@balcao/contract/handovers'
import * as kanbanCalls from '@balcao/contract/kanban'
import * as eventCalls from '@balcao/contract/ticket-events'
import * as calls from '@balcao/contract/tickets'
import { type Route, readRoute, route } from '../../platform/http/route'
import { serializeAnswerWithRawJson } from '../../platform/http/written-answer'
import type { MediaLinkSigner } from '../../platform/media-links'
import { acceptNextTicket } from './acts/accept-ticket'
import { createTicket } from './acts/create-ticket'
import { listHandovers, markHandoverSeenByReceiver } from './acts/handovers'
import { snoozeTicket, wakeTicket } from './acts/snooze-ticket'
import { undoTransfer } from './acts/undo-transfer'
import { updateTicket } from './acts/update-ticket'
import { deleteTicket } from './erasing/delete-ticket'
import { listTicketEvents } from './history/ticket-events.read'
import { countTicketsOfLanes, listTicketsOfLane } from './lists/kanban.read'
import { listOtherTicketsOfContact, listTicketsOfContact } from './lists/other-tickets.read'
import { ticketToShow, ticketToViewByUuid } from './tickets.access'
import { countTickets, listTickets, readConnectionOutageContext, readWireTicket } from './tickets.read'
import { buildTicketsJson, ticketView, unsignedTicket } from './tickets.view'

export function ticketRoutes(links: MediaLinkSigner): readonly Route[] {
  return [
    readRoute(calls.listTickets, async (work, { query }) => {
      const { written, ...page } = await listTickets(work, query)
      return serializeAnswerWithRawJson({ tickets: buildTicketsJson(written, links) }, page)
    }),
    readRoute(calls.countTickets, (work, { query }) => countTickets(work, query)),
    readRoute(kanbanCalls.listKanbanTickets, async (work, { query }) => {
      const { written, ...page } = await listTicketsOfLane(work, query)
      return serializeAnswerWithRawJson({ tickets: buildTicketsJson(written, links) }, page)
    }),
    readRoute(kanbanCalls.countKanbanTickets, async (work, { query }) => ({
      lanes: await countTicketsOfLanes(work, query),
    })),
    readRoute(calls.getTicket, async (work, { params }) =>
      ticketView(unsignedTicket(await ticketToShow(work, params.ticketId)), links),
    ),
    readRoute(calls.getTicketByUuid, async (work, { params }) => {
      const { id } = await ticketToViewByUuid(work, params.uuid)
      return ticketView(await readWireTicket(work, id), links)
    }),
    route(calls.listOtherTicketsOfContact, async (work, { params, query }) => {
      const { tickets, hasMore } = await listOtherTicketsOfContact(work, params.ticketId, query.pageNumber)
      return { tickets: tickets.map((ticket) => ticketView(ticket, links)), hasMore }
    }),
    readRoute(calls.listTicketsOfContact, async (work, { params, query }) => {
      const { tickets, hasMore } = await listTicketsOfContact(work, params.contactId, query.pageNumber)
      return { tickets: tickets.map((ticket) => ticketView(ticket, links)), hasMore }
    }),
    route(eventCalls.listTicketEvents, (work, { params, query }) =>
      listTicketEvents(work, params.ticketId, query),
    ),
    route(calls.createTicket, async (work, { body }) => {
      const { contactId, queueId = null, whatsappId = null } = body
      return ticketView(await createTicket(work, { contactId, queueId, connectionId: whatsappId }), links)
    }),
    route(calls.acceptNextTicket, async (work) => {
      const ticket = await acceptNextTicket(work)
      return { ticket: ticket && ticketView(ticket, links) }
    }),
    route(calls.updateTicket, async (work, { params, body }) => {
      const { whatsappId, status, userId, queueId, note = null, ...bot } = body
      const update = { status, userId, queueId, connectionId: whatsappId }
      return ticketView(await updateTicket(work, params.ticketId, update, bot, note), links)
    }),
    readRoute(calls.getConnectionOutage, (work) => readConnectionOutageContext(work)),
    readRoute(handoverCalls.listHandovers, (work) => listHandovers(work)),
    route(handoverCalls.markHandoverAsSeen, async (work, { params }) => {
      await markHandoverSeenByReceiver(work, params.ticketId)
      return { message: 'handover seen' }
    }),
    route(handoverCalls.undoTransfer, async (work, { params }) =>
      ticketView(await undoTransfer(work, params.ticketId), links),
    ),
    route(calls.snoozeTicket, async (work, { params, body: { until } }) =>
      ticketView(await snoozeTicket(work, params.ticketId, until === null ? null : new Date(until)), links),
    ),
    route(calls.wakeTicket, async (work, { params }) =>
      ticketView(await wakeTicket(work, params.ticketId), links),
    ),
    route(calls.deleteTicket, async (work, { params }) => {
      await deleteTicket(work, params.ticketId)
      return { message: 'ticket deleted' }
    }),
  ]
}

import type { QueueId } from '@balcao/domain/ids'
import { isAdmin, type Viewer } from '@balcao/domain/people'
import { standsInView, type TicketFacts, type TicketView as View } from '@balcao/domain/tickets'
import type { LiveTicket } from './live'
import type { TicketView } from './tickets'

/** What one list on screen shows; the same filter made its first page. */
export interface TicketListFilter {
  readonly view: View
  readonly viewer: Viewer
  readonly showAll: boolean
  /** The queues chosen above the list; undefined: all that the viewer serves. */
  readonly queueIds: readonly QueueId[] | undefined
  readonly unreadOnly: boolean
}

/** The facts of a ticket as it stands on the wire. */
export function factsOf(ticket: TicketView): TicketFacts {
  return {
    id: ticket.id,
    status: ticket.status,
    userId: ticket.userId,
    queueId: ticket.queueId,
    contactId: ticket.contactId,
    connectionId: ticket.whatsappId,
    isGroup: ticket.isGroup,
  }
}

/**
 * Does the ticket pass the filter of this list? RT-13. Tickets without a queue pass every choice of queues, as in the
 * server's list.
 */
export function passes(ticket: TicketView, filter: TicketListFilter): boolean {
  const inChosenQueue =
    filter.queueIds === undefined || ticket.queueId === null || filter.queueIds.includes(ticket.queueId)
  const unreadFits = !filter.unreadOnly || ticket.unreadMessages > 0
  return (
    inChosenQueue && unreadFits && standsInView(filter.viewer, filter.view, factsOf(ticket), filter.showAll)
  )
}

/**
 * One live event over the loaded part of a list, newest change first. The same function the web uses; what it makes
 * must equal a fresh fetch. Versions make repeats and swaps harmless: an event that is not newer changes nothing.
 */
export function foldTickets(
  tickets: readonly TicketView[],
  event: LiveTicket,
  filter: TicketListFilter,
): readonly TicketView[] {
  const known = tickets.find((ticket) => ticket.id === event.ticketId)
  switch (event.action) {
    case 'delete':
      return known !== undefined && known.version <= event.version
        ? without(tickets, event.ticketId)
        : tickets
    case 'updateUnread':
      return known === undefined || known.version > event.version
        ? tickets
        : tickets.map((ticket) =>
            ticket.id === event.ticketId ? { ...ticket, unreadMessages: 0, version: event.version } : ticket,
          )
    case 'update': {
      if (known !== undefined && known.version >= event.ticket.version) return tickets
      const others = without(tickets, event.ticketId)
      return passes(event.ticket, filter) ? insertByTime(others, event.ticket) : others
    }
  }
}

function without(tickets: readonly TicketView[], id: number): readonly TicketView[] {
  return tickets.filter((ticket) => ticket.id !== id)
}

function insertByTime(tickets: readonly TicketView[], ticket: TicketView): readonly TicketView[] {
  const at = tickets.findIndex((other) => comesBefore(ticket, other))
  return at < 0 ? [...tickets, ticket] : [...tickets.slice(0, at), ticket, ...tickets.slice(at)]
}

/** The order of every list: newest change first, then the higher id. */
export function comesBefore(a: TicketView, b: TicketView): boolean {
  return a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt
}

/** The default of the show-all toggle (TICKET-09). */
export function startsShowingAll(viewer: Viewer): boolean {
  return isAdmin(viewer)
}

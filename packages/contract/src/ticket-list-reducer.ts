import type { QueueId, TicketId } from '@balcao/domain/ids'
import { isAdmin, type Viewer } from '@balcao/domain/people'
import { isInView, type TicketFacts, type TicketView as View } from '@balcao/domain/tickets'
import type { LiveTicket } from './live'
import type { TicketView } from './tickets'

/** The filter of one list on screen, with which its first page was fetched. */
export interface TicketListFilter {
  readonly view: View
  readonly viewer: Viewer
  readonly showAll: boolean
  /** The queues chosen above the list; undefined: all queues of the viewer. */
  readonly queueIds: readonly QueueId[] | undefined
  readonly unreadOnly: boolean
}

/** The facts of a ticket in its wire form. */
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
 * True when the ticket passes the filter of this list (RT-13). Tickets without a queue pass every choice of queues, as
 * in the server's list.
 */
export function passes(ticket: TicketView, filter: TicketListFilter): boolean {
  const inChosenQueue =
    filter.queueIds === undefined || ticket.queueId === null || filter.queueIds.includes(ticket.queueId)
  const unreadFits = !filter.unreadOnly || ticket.unreadMessages > 0
  return inChosenQueue && unreadFits && isInView(filter.viewer, filter.view, factsOf(ticket), filter.showAll)
}

/** The loaded part of one list, with the state of the events since then. */
export interface LoadedTickets {
  /** The first tickets of the list, in its order. */
  readonly tickets: readonly TicketView[]
  /** More tickets follow below. */
  readonly hasMore: boolean
  /** Tickets outside the list, with their latest known version: an older event must not bring them back. */
  readonly gone: ReadonlyMap<TicketId, number>
}

/**
 * Applies one live event to the loaded part of a list. The web uses the same function, and the result must equal a
 * fresh fetch. Versions make repeated and reordered events harmless: an event that is not newer changes nothing.
 */
export function reduceTickets(
  loaded: LoadedTickets,
  event: LiveTicket,
  filter: TicketListFilter,
): LoadedTickets {
  const known = loaded.tickets.find((ticket) => ticket.id === event.ticketId)
  const knownVersion = known?.version ?? loaded.gone.get(event.ticketId) ?? 0
  switch (event.action) {
    case 'delete':
      return event.version < knownVersion ? loaded : without(loaded, event.ticketId, event.version)
    case 'updateUnread':
      if (known === undefined || event.version < knownVersion) return loaded
      return withTicket(loaded, { ...known, unreadMessages: 0, version: event.version }, filter)
    case 'update':
      return event.ticket.version <= knownVersion ? loaded : withTicket(loaded, event.ticket, filter)
  }
}

function without({ tickets, hasMore, gone }: LoadedTickets, id: TicketId, version: number): LoadedTickets {
  return {
    tickets: tickets.filter((ticket) => ticket.id !== id),
    hasMore,
    gone: new Map(gone).set(id, version),
  }
}

function withTicket(loaded: LoadedTickets, ticket: TicketView, filter: TicketListFilter): LoadedTickets {
  const isKnown = loaded.tickets.some(({ id }) => id === ticket.id)
  const others = without(loaded, ticket.id, ticket.version)
  if (!passes(ticket, filter)) return others
  const at = others.tickets.findIndex((other) => comesBefore(ticket, other))
  // It belongs below the loaded part, and comes with its page.
  if (at < 0 && loaded.hasMore && !isKnown) return loaded
  return { ...loaded, tickets: others.tickets.toSpliced(at < 0 ? others.tickets.length : at, 0, ticket) }
}

/** The order of every list: the latest change first, then the higher id. */
export function comesBefore(a: TicketView, b: TicketView): boolean {
  return a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt
}

/** The default of the show-all toggle (TICKET-09). */
export function startsShowingAll(viewer: Viewer): boolean {
  return isAdmin(viewer)
}

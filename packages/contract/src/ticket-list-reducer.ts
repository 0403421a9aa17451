import type { QueueId, TicketId } from '@balcao/domain/ids'
import { isAdmin, type Viewer } from '@balcao/domain/people'
import { isInTicketList, type TicketSnapshot, type TicketListName as View } from '@balcao/domain/tickets'
import type { LiveTicketPayload } from './live'
import type { TicketView } from './tickets'

export interface TicketListFilter {
  readonly view: View
  readonly viewer: Viewer
  readonly showAll: boolean
  /** The queues that the user chose above the list; undefined for all of the user's queues. */
  readonly queueIds: readonly QueueId[] | undefined
  readonly unreadOnly: boolean
}

/** Converts a ticket from the wire format to the form that the domain's rules take. */
export function ticketSnapshotOf(ticket: TicketView): TicketSnapshot {
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

/** True when the ticket passes all filters. A ticket without a queue passes any filter by queue (RT-13). */
export function isTicketMatchingFilter(ticket: TicketView, filter: TicketListFilter): boolean {
  const inChosenQueue =
    filter.queueIds === undefined || ticket.queueId === null || filter.queueIds.includes(ticket.queueId)
  const unreadFits = !filter.unreadOnly || ticket.unreadMessages > 0
  return (
    inChosenQueue &&
    unreadFits &&
    isInTicketList(filter.viewer, filter.view, ticketSnapshotOf(ticket), filter.showAll)
  )
}

/** The part of a ticket list that is loaded so far, with all live events since then applied. */
export interface LoadedTicketList {
  readonly tickets: readonly TicketView[]
  /** True when the server has more tickets below the loaded ones. */
  readonly hasMore: boolean
  /** Each ticket's version when it left the list. An event older than that does not add the ticket again. */
  readonly gone: ReadonlyMap<TicketId, number>
}

/**
 * Applies a live event to the loaded part of a list; the result must equal a fresh fetch. An event that is
 * not newer changes nothing, so repeated and reordered events are harmless.
 */
export function reduceTickets(
  loaded: LoadedTicketList,
  event: LiveTicketPayload,
  filter: TicketListFilter,
): LoadedTicketList {
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

function without(
  { tickets, hasMore, gone }: LoadedTicketList,
  id: TicketId,
  version: number,
): LoadedTicketList {
  return {
    tickets: tickets.filter((ticket) => ticket.id !== id),
    hasMore,
    gone: new Map(gone).set(id, version),
  }
}

function withTicket(
  loaded: LoadedTicketList,
  ticket: TicketView,
  filter: TicketListFilter,
): LoadedTicketList {
  const isKnown = loaded.tickets.some(({ id }) => id === ticket.id)
  const others = without(loaded, ticket.id, ticket.version)
  if (!isTicketMatchingFilter(ticket, filter)) return others
  const at = others.tickets.findIndex((other) => isTicketSortedBefore(ticket, other))
  // The ticket sorts below the loaded part, so a later page of the list will contain it.
  if (at < 0 && loaded.hasMore && !isKnown) return loaded
  return { ...loaded, tickets: others.tickets.toSpliced(at < 0 ? others.tickets.length : at, 0, ticket) }
}

/** The sort order of ticket lists: the latest change first, then the higher id. */
export function isTicketSortedBefore(a: TicketView, b: TicketView): boolean {
  return a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt
}

/** The initial state of the "show all" switch (TICKET-09). */
export function shouldShowAllTicketsByDefault(viewer: Viewer): boolean {
  return isAdmin(viewer)
}

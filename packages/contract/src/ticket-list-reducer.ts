import type { QueueId, TicketId } from '@balcao/domain/ids'
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

/** What is loaded of one list, and what the events since then taught. */
export interface LoadedTickets {
  /** From the top of the list, in its order. */
  readonly tickets: readonly TicketView[]
  /** The list goes on further down. */
  readonly hasMore: boolean
  /** Tickets that do not stand here, with the version last heard of: older news must not bring them back. */
  readonly gone: ReadonlyMap<TicketId, number>
}

/**
 * One live event over the loaded part of a list. The same function the web uses; what it makes must equal a fresh
 * fetch. Versions make repeats and swaps harmless: an event that is not newer changes nothing.
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
  // It stands further down than what is loaded, and comes with its page.
  if (at < 0 && loaded.hasMore && !isKnown) return loaded
  return { ...loaded, tickets: others.tickets.toSpliced(at < 0 ? others.tickets.length : at, 0, ticket) }
}

/** The order of every list: newest change first, then the higher id. */
export function comesBefore(a: TicketView, b: TicketView): boolean {
  return a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt
}

/** The default of the show-all toggle (TICKET-09). */
export function startsShowingAll(viewer: Viewer): boolean {
  return isAdmin(viewer)
}

import type { LiveTicket } from '@balcao/contract/live'
import {
  comesBefore,
  type LoadedTickets,
  reduceTickets,
  type TicketListFilter,
} from '@balcao/contract/ticket-list-reducer'
import type { FoundMessage, TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'

export interface TicketPage {
  readonly tickets: readonly TicketView[]
  readonly hasMore: boolean
  readonly found?: readonly FoundMessage[] | undefined
  /** Of the first page: what is known of tickets that left the list. A fresh fetch knows nothing of them. */
  readonly gone?: LoadedTickets['gone']
}

/** Every loaded ticket once, newest change first. Pages overlap when the list moved between two fetches. */
export function ticketsOf(pages: readonly TicketPage[]): readonly TicketView[] {
  const byId = new Map<number, TicketView>()
  for (const ticket of pages.flatMap((page) => page.tickets)) {
    const known = byId.get(ticket.id)
    if (known === undefined || known.version < ticket.version) byId.set(ticket.id, ticket)
  }
  return [...byId.values()].sort((a, b) => (comesBefore(a, b) ? -1 : 1))
}

/** By which message each ticket of a search was found. */
export function foundOf(pages: readonly TicketPage[]): ReadonlyMap<TicketId, FoundMessage> {
  return new Map(pages.flatMap(({ found = [] }) => found).map((one) => [one.ticketId, one]))
}

/**
 * The page to ask for next, from how many tickets stand rather than from how many pages were asked for: tickets that
 * left the list would otherwise make the next page skip as many. The overlap is taken out by `ticketsOf`.
 */
export function nextPageNumber(pages: readonly TicketPage[]): number | undefined {
  if (pages.at(-1)?.hasMore !== true) return undefined
  return Math.floor(ticketsOf(pages).length / limits.ticketPage) + 1
}

/** One live event over the pages of a list. The whole list then stands on the first page; the others stay, emptied. */
export function reduceIntoPages<Page extends TicketPage>(
  pages: readonly Page[],
  event: LiveTicket,
  filter: TicketListFilter,
): Page[] {
  const before: LoadedTickets = {
    tickets: ticketsOf(pages),
    hasMore: pages.at(-1)?.hasMore === true,
    gone: pages[0]?.gone ?? new Map(),
  }
  const after = reduceTickets(before, event, filter)
  if (after === before) return [...pages]
  return pages.map((page, at) =>
    at === 0 ? { ...page, tickets: after.tickets, gone: after.gone } : { ...page, tickets: [] },
  )
}

/**
 * An event over the results of a search. Whether a ticket that is not shown matches the words is the server's to say,
 * so only what is shown changes.
 */
export function reduceIntoSearch<Page extends TicketPage>(
  pages: readonly Page[],
  event: LiveTicket,
  filter: TicketListFilter,
): Page[] {
  const isShown = pages.some((page) => page.tickets.some((ticket) => ticket.id === event.ticketId))
  return isShown ? reduceIntoPages(pages, event, filter) : [...pages]
}

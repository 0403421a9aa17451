import type { LiveTicketPayload } from '@balcao/contract/live'
import {
  isTicketSortedBefore,
  type LoadedTicketList,
  reduceTickets,
  type TicketListFilter,
} from '@balcao/contract/ticket-list-reducer'
import type { MessageSearchMatch, TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'

export interface LoadedTicketPage {
  readonly tickets: readonly TicketView[]
  readonly hasMore: boolean
  readonly found?: readonly MessageSearchMatch[] | undefined
  /** Only on the first page: the versions of tickets that left the list, so that older events do not add them again. */
  readonly gone?: LoadedTicketList['gone']
}

/** Every loaded ticket once, newest change first. Pages overlap when the list changed between two fetches. */
export function ticketsOfPages(pages: readonly LoadedTicketPage[]): readonly TicketView[] {
  const byId = new Map<number, TicketView>()
  for (const ticket of pages.flatMap((page) => page.tickets)) {
    const known = byId.get(ticket.id)
    if (known === undefined || known.version < ticket.version) byId.set(ticket.id, ticket)
  }
  return [...byId.values()].sort((a, b) => (isTicketSortedBefore(a, b) ? -1 : 1))
}

export function messageSearchMatchesOf(
  pages: readonly LoadedTicketPage[],
): ReadonlyMap<TicketId, MessageSearchMatch> {
  return new Map(pages.flatMap(({ found = [] }) => found).map((one) => [one.ticketId, one]))
}

/** The number of the next page, by the loaded tickets: after events removed some, counting pages would skip tickets. */
export function nextPageNumber(pages: readonly LoadedTicketPage[]): number | undefined {
  if (pages.at(-1)?.hasMore !== true) return undefined
  return Math.floor(ticketsOfPages(pages).length / limits.ticketPage) + 1
}

/** Applies a live event to a list in pages. The first page gets the whole list: a ticket may move between pages. */
export function reduceTicketEventIntoPages<Page extends LoadedTicketPage>(
  pages: readonly Page[],
  event: LiveTicketPayload,
  filter: TicketListFilter,
): Page[] {
  const before: LoadedTicketList = {
    tickets: ticketsOfPages(pages),
    hasMore: pages.at(-1)?.hasMore === true,
    gone: pages[0]?.gone ?? new Map(),
  }
  const after = reduceTickets(before, event, filter)
  if (after === before) return [...pages]
  return pages.map((page, at) =>
    at === 0 ? { ...page, tickets: after.tickets, gone: after.gone } : { ...page, tickets: [] },
  )
}

/** Reduces an event into search results. Ignores other tickets: only the server knows whether they match the text. */
export function reduceTicketEventIntoSearchPages<Page extends LoadedTicketPage>(
  pages: readonly Page[],
  event: LiveTicketPayload,
  filter: TicketListFilter,
): Page[] {
  const isShown = pages.some((page) => page.tickets.some((ticket) => ticket.id === event.ticketId))
  return isShown ? reduceTicketEventIntoPages(pages, event, filter) : [...pages]
}

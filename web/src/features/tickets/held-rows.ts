import type { TicketView } from '@balcao/contract/tickets'

export interface TicketListRow {
  readonly ticket: TicketView
  /** The ticket has left the list. Its row stays as an empty place while the pointer is over the list. */
  readonly hasLeft: boolean
}

export interface FrozenTicketRows {
  readonly rows: readonly TicketListRow[]
  /** How many tickets the next reordering adds or moves up. A button shows this number. */
  readonly waiting: number
}

export function toTicketListRows(tickets: readonly TicketView[]): readonly TicketListRow[] {
  return tickets.map((ticket) => ({ ticket, hasLeft: false }))
}

/**
 * The rows while the pointer is over the list, when rows must not move. Shown rows keep their places, removed tickets
 * leave empty rows, and new tickets are not shown yet. Tickets of the next page follow at the end.
 */
export function freezeRowOrder(
  shown: readonly TicketListRow[],
  fresh: readonly TicketView[],
): FrozenTicketRows {
  const byId = new Map(fresh.map((ticket) => [ticket.id, ticket]))
  const shownIds = new Set(shown.map((row) => row.ticket.id))
  const held = shown.map(({ ticket }) => {
    const now = byId.get(ticket.id)
    return { ticket: now ?? ticket, hasLeft: now === undefined }
  })
  const lastShown = fresh.findLastIndex((ticket) => shownIds.has(ticket.id))
  const below = fresh.slice(lastShown + 1)
  const newAbove = fresh.slice(0, lastShown + 1).filter((ticket) => !shownIds.has(ticket.id)).length
  return { rows: [...held, ...toTicketListRows(below)], waiting: newAbove + movedUp(held, fresh) }
}

/** The number of shown tickets that the current order would move up past another shown ticket. */
function movedUp(held: readonly TicketListRow[], fresh: readonly TicketView[]): number {
  const place = new Map(fresh.map((ticket, at) => [ticket.id, at]))
  let lowest = -1
  let moved = 0
  for (const row of held) {
    const at = place.get(row.ticket.id)
    if (at === undefined) continue
    if (at < lowest) moved++
    lowest = Math.max(lowest, at)
  }
  return moved
}

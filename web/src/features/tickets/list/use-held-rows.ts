import type { TicketView } from '@balcao/contract/tickets'
import { useState } from 'react'
import { type HeldRows, heldRows, type ListRow, rowsOf } from '../held-rows'

/** Holds the rows in their places while the pointer is over them. */
export function useHeldRows(tickets: readonly TicketView[]) {
  const [shown, setShown] = useState<readonly ListRow[] | null>(null)
  const held: HeldRows = shown === null ? { rows: rowsOf(tickets), waiting: 0 } : heldRows(shown, tickets)
  return {
    ...held,
    hold: () => setShown((before) => before ?? rowsOf(tickets)),
    release: () => setShown(null),
    /** Shows the true order, and holds that. */
    renew: () => setShown(rowsOf(tickets)),
  }
}

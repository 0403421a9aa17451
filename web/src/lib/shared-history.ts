import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { mayReadTicket } from '@balcao/domain/tickets'
import { useViewer } from './session'

/**
 * Whether the viewer reads this ticket only through the shared history of its contact (decision 0002). The server
 * refuses every change of such a ticket.
 */
export function useIsSharedHistory(ticket: TicketView): boolean {
  const viewer = useViewer()
  return ticket.status === 'closed' && !mayReadTicket(viewer, ticketSnapshotOf(ticket))
}

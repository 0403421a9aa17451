import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { mayReadTicket } from '@balcao/domain/tickets'
import { useViewer } from './session'

/** Whether the viewer may only read this ticket, through the shared history of its contact (decision 0002). */
export function useIsSharedHistory(ticket: TicketView): boolean {
  const viewer = useViewer()
  return ticket.status === 'closed' && !mayReadTicket(viewer, ticketSnapshotOf(ticket))
}

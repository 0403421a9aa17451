import type { TicketStatus } from '@balcao/domain/tickets'
import { useJoin } from '../../lib/live'

/** Joins the live events of a status while it is mounted. Shows nothing. */
export function JoinTickets({ status }: { status: TicketStatus }) {
  useJoin({ kind: 'tickets', status })
  return null
}

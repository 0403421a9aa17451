import type { TicketSnapshot } from '@balcao/domain/tickets'
import type { TicketRow } from './tickets.queries'

/** Converts a row into the facts that the rules of the domain need. */
export function ticketFactsOfRow(row: TicketRow): TicketSnapshot {
  return {
    id: row.id,
    status: row.status,
    userId: row.user_id,
    queueId: row.queue_id,
    contactId: row.contact_id,
    connectionId: row.connection_id,
    isGroup: row.is_group,
  }
}

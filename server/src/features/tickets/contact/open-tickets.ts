import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { applyTransitions } from '../acts/apply-transition'
import type { QueueAndBotColumns } from '../acts/place-ticket'
import type { TicketRow } from '../tickets.queries'
import { addTickets } from './add-ticket'

/** A contact without a live ticket, the connection to which it wrote, and where its ticket is to wait. */
interface PendingTicketToCreate {
  readonly contact: ContactRow
  readonly connectionId: ConnectionId
  readonly placement: QueueAndBotColumns
}

/** Opens pending tickets (TICKET-34). The contacts' locks, which the caller holds, serialize concurrent messages. */
export async function createPendingTickets(
  work: CompanyWork,
  tickets: readonly PendingTicketToCreate[],
): Promise<readonly TicketRow[]> {
  const added = await addTickets(
    work,
    tickets.map((ticket) => ({
      ...ticket,
      status: 'pending',
      history: ticket.placement.queue_id == null ? ['created'] : ['created', 'queued'],
    })),
  )
  return added.map(({ row }) => row)
}

/** Moves tickets to the connections to which their customers wrote, so that answers leave from those numbers. */
export async function moveTicketsToConnections(
  work: CompanyWork,
  tickets: readonly { readonly ticket: TicketRow; readonly connectionId: ConnectionId }[],
): Promise<readonly TicketRow[]> {
  await applyTransitions(
    work,
    tickets
      .filter(({ ticket, connectionId }) => ticket.connection_id !== connectionId)
      .map(({ ticket: before, connectionId: connection_id }) => ({
        before,
        name: 'move',
        change: { connection_id },
      })),
  )
  return tickets.map(({ ticket, connectionId }) => ({ ...ticket, connection_id: connectionId }))
}

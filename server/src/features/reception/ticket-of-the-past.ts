import type { ConnectionId } from '@balcao/domain/ids'
import { queueAtOnce } from '@balcao/domain/reception/queue-at-once'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { findOrKeepHistory } from '../tickets/history-ticket'
import type { TicketRow } from '../tickets/tickets.queries'

/** Returns the closed ticket for the phone's history of a contact, in the queue that reception would assign. */
export function ticketOfThePast(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  return findOrKeepHistory(work, contact, connectionId, async () =>
    queueAtOnce(await queuesOfConnection(work, connectionId)),
  )
}

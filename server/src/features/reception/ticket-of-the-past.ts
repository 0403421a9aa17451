import type { ConnectionId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { findOrKeepHistory } from '../tickets/history-ticket'
import type { TicketRow } from '../tickets/tickets.queries'

/** The closed conversation that holds what the phone knew of a contact, in the queue that reception would decide on. */
export function ticketOfThePast(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  return findOrKeepHistory(work, contact, connectionId, async () => {
    const [decision] = decideReception({
      ticketIsNew: true,
      ticketQueueId: null,
      isGroup: contact.is_group,
      connectionQueueIds: await queuesOfConnection(work, connectionId),
    })
    return decision?.queueId ?? null
  })
}

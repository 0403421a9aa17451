import type { ConnectionId, QueueId, UserId } from '@balcao/domain/ids'
import type { TicketStatus } from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { addHistoryEntry } from '../history/add-history-entry'
import { insertTicket, type TicketRow } from '../tickets.queries'

interface NewTicketFields {
  readonly connectionId: ConnectionId | null
  readonly queueId?: QueueId | null
  readonly userId?: UserId | null
  readonly status: TicketStatus
}

/**
 * Inserts a ticket and the first entry of its history. The caller holds the contact's lock and has found no live ticket.
 * When a statement without that lock has inserted one, the unique index refuses the second: ERR_CREATING_TICKET
 * (decision 0095).
 */
export async function addTicket(
  work: CompanyWork,
  contact: ContactRow,
  { connectionId, queueId = null, userId = null, status }: NewTicketFields,
): Promise<TicketRow> {
  const ticket = await work.db.row(insertTicket, {
    uuid: work.newUuid(),
    contactId: contact.id,
    connectionId,
    queueId,
    userId,
    status,
    isGroup: contact.is_group,
    at: work.now,
  })
  if (ticket === null) throw refuse('ERR_CREATING_TICKET')
  await addHistoryEntry(work, ticket, 'created', { isOutbound: status === 'closed' })
  return ticket
}

import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { applyTransition } from '../acts/apply-transition'
import { recordChange } from '../record-change'
import { liveTicketOfContact, type TicketRow } from '../tickets.queries'
import { addTicket } from './add-ticket'

/**
 * The live ticket of a contact, or a new pending one (TICKET-34). The caller holds the contact's lock, which
 * `recogniseContact` takes: it serializes concurrent messages of one contact.
 *
 * A message to another number of the company moves the ticket to that connection, so that answers leave from the number
 * to which the customer wrote. `insteadOfNew` may return a closed ticket for a message that must not open a new one.
 */
export async function findOrOpenTicket(
  work: CompanyWork,
  { contact, connectionId }: { contact: ContactRow; connectionId: ConnectionId },
  insteadOfNew: () => Promise<TicketRow | null> = async () => null,
): Promise<{ ticket: TicketRow; isNew: boolean }> {
  const live = await work.db.row(liveTicketOfContact, { contactId: contact.id })
  if (live === null) {
    const closed = await insteadOfNew()
    if (closed !== null) return { ticket: closed, isNew: false }
    const ticket = await addTicket(work, contact, { connectionId, status: 'pending' })
    await recordChange(work, null, ticket.id)
    return { ticket, isNew: true }
  }
  if (live.connection_id === connectionId) return { ticket: live, isNew: false }
  await applyTransition(work, live, 'move', { connection_id: connectionId })
  return { ticket: { ...live, connection_id: connectionId }, isNew: false }
}

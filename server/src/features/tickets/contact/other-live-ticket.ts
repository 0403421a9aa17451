import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import { liveTicketOfContact, wireTicketById } from '../tickets.queries'
import type { UnsignedTicket } from '../tickets.view'

/** The live ticket of a contact with the names of its owner and queue, or null. */
export async function otherLiveTicket(
  work: CompanyWork,
  contactId: ContactId,
): Promise<UnsignedTicket | null> {
  const live = await work.db.row(liveTicketOfContact, { contactId })
  return live === null ? null : (await work.db.one(wireTicketById, { ticketId: live.id })).ticket
}

import type { ContactId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { PersonWork } from '../../../platform/work'
import { contactToRead } from '../../contacts/contacts.access'
import { ticketToView } from '../tickets.access'
import { mayReadTicketParams } from '../tickets.read'
import { type UnsignedTicket, unsignedTicket } from '../tickets.view'
import { otherTicketsOfContact } from './ticket-lists.queries'

/** The other tickets of this ticket's contact that this person may read, newest first. */
export async function listOtherTicketsOfContact(
  work: PersonWork,
  ticketId: TicketId,
  pageNumber: number,
): Promise<{ tickets: UnsignedTicket[]; hasMore: boolean }> {
  const { id, contact_id } = await ticketToView(work, ticketId)
  // If `ticketId` was merged into another ticket, `id` is that ticket.
  return pageOf(work, contact_id, id, pageNumber)
}

/** All tickets of a contact that this person may read, newest first. */
export async function listTicketsOfContact(
  work: PersonWork,
  contactId: ContactId,
  pageNumber: number,
): Promise<{ tickets: UnsignedTicket[]; hasMore: boolean }> {
  const [, page] = await Promise.all([
    contactToRead(work, contactId),
    pageOf(work, contactId, null, pageNumber),
  ])
  return page
}

async function pageOf(
  work: PersonWork,
  contactId: ContactId,
  butFor: TicketId | null,
  pageNumber: number,
): Promise<{ tickets: UnsignedTicket[]; hasMore: boolean }> {
  const size = limits.otherTicketsPage
  const rows = await work.db.rows(otherTicketsOfContact, {
    ...mayReadTicketParams(work),
    contactId,
    butFor,
    limit: size + 1, // the extra row shows that there is a next page
    offset: (pageNumber - 1) * size,
  })
  return { tickets: rows.slice(0, size).map(unsignedTicket), hasMore: rows.length > size }
}

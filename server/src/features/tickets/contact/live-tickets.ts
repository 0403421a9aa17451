import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { lockLiveTicketsOfContacts, type TicketRow } from '../tickets.queries'
import { readWireTicket } from '../tickets.read'
import type { UnsignedTicket } from '../tickets.view'

/** Locks the live tickets of these contacts. The caller holds the contacts' locks. */
export async function lockLiveTicketsByContact(
  work: CompanyWork,
  contacts: readonly Pick<ContactRow, 'id'>[],
): Promise<ReadonlyMap<ContactId, TicketRow>> {
  if (contacts.length === 0) return new Map()
  const rows = await work.db.rows(lockLiveTicketsOfContacts, { contactIds: contacts.map(({ id }) => id) })
  return new Map(rows.map((row) => [row.contact_id, row]))
}

export async function lockLiveTicketOfContact(
  work: CompanyWork,
  contact: Pick<ContactRow, 'id'>,
): Promise<TicketRow | null> {
  return (await lockLiveTicketsByContact(work, [contact])).get(contact.id) ?? null
}

/** The live ticket of a contact with the names of its owner and queue, or null. */
export async function findLiveTicketView(
  work: CompanyWork,
  contactId: ContactId,
): Promise<UnsignedTicket | null> {
  const live = await lockLiveTicketOfContact(work, { id: contactId })
  return live && readWireTicket(work, live.id)
}

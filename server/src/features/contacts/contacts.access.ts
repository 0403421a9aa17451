import type { ContactId } from '@balcao/domain/ids'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import {
  type ContactRow,
  type ContactWithConnectionRow,
  contactById,
  contactIncludingDeletedById,
  lockContact,
} from './contacts.queries'

/** A contact that is not deleted. Every user of the company may see and edit its contacts (CONTACT-20). */
export async function contactToRead(work: CompanyWork, id: ContactId): Promise<ContactRow> {
  return rowOrRefuse(await work.db.row(contactById, { contactId: id }), 'ERR_NO_CONTACT_FOUND')
}

/** A contact, soft-deleted or not: closed tickets still show it, and its personal data can still be exported. */
export async function contactIncludingDeleted(
  work: CompanyWork,
  id: ContactId,
): Promise<ContactWithConnectionRow> {
  return rowOrRefuse(
    await work.db.row(contactIncludingDeletedById, { contactId: id }),
    'ERR_NO_CONTACT_FOUND',
  )
}

/** Locks the contact until the transaction ends, which serializes transactions that open a ticket for it. */
export async function lockContactForTicket(work: CompanyWork, id: ContactId): Promise<ContactRow> {
  return rowOrRefuse(await work.db.row(lockContact, { contactId: id }), 'ERR_NO_CONTACT_FOUND')
}

import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { contactToServe } from './contacts.access'
import { contactRemoved } from './contacts.events'
import { contactLeaving } from './contacts.hooks'
import { removeContact } from './contacts.queries'

/** Deletes a contact; its closed tickets and messages stay (CONTACT-16). Refused while a ticket is live. */
export async function deleteContact(work: CompanyWork, id: ContactId): Promise<void> {
  const contact = await contactToServe(work, id)
  await work.runHook(contactLeaving, { contactId: contact.id })

  await work.db.run(removeContact, { contactId: contact.id, at: work.now })
  await recordAudit(work, { act: 'contact.deleted', subject: { id: contact.id } })
  work.record(contactRemoved, { contactId: contact.id })
}

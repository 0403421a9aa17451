import type { ContactId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { systemTextsInCompanyLanguage } from '../companies/companies.read'
import { lockContactForTicket } from './contacts.access'
import { contactRemoved } from './contacts.events'
import { contactDeleting, contactErasing } from './contacts.hooks'
import { addressesOfContacts } from './contacts.queries'
import { contactsToExportAsJson, eraseAddresses, eraseContactRow } from './personal-data.queries'

/** All contacts except groups and deleted ones, as JSON. The export writes an audit entry (CONTACT-19). */
export async function exportContactsAsJson(work: CompanyWork): Promise<string> {
  const { contacts } = await work.db.one(contactsToExportAsJson)
  await recordAudit(work, { act: 'contacts.exported' })
  return contacts
}

/**
 * Erases a person for good (LGPD, article 18, VI) in every feature. Tickets and messages remain as rows, so counts stay
 * true. Refuses while a ticket is live, and unless the user typed the name.
 */
export async function eraseContact(work: CompanyWork, id: ContactId, confirmation: string): Promise<void> {
  const contact = await lockContactForTicket(work, id)
  if (confirmation.trim() !== contact.name.trim()) throw refuse('ERR_VALIDATION', { field: 'confirmation' })
  await work.runHook(contactDeleting, { contactId: id })
  const addresses = await work.db.rows(addressesOfContacts, { contactIds: [id] })
  const { erasedPerson } = await systemTextsInCompanyLanguage(work)

  await work.db.run(eraseContactRow, { contactId: id, name: erasedPerson, at: work.now })
  const kinds = addresses.map(({ kind }) => kind)
  const values = addresses.map(({ value }) => value)
  await work.db.run(eraseAddresses, { contactId: id, kinds, values })
  // Include WhatsApp's spelling of the number, because inbound events are stored under it.
  const spelled = contact.number === '' ? [] : [contact.number]
  const phones = addresses.flatMap(({ kind, value }) => (kind === 'phone' || kind === 'user' ? [value] : []))
  await work.runHook(contactErasing, {
    contactId: id,
    phones: [...phones, ...spelled],
    addresses: [...values, ...spelled],
  })
  if (contact.picture_key !== null) queueFileRemoval(work, [contact.picture_key])

  await recordAudit(work, { act: 'contact.erased', subject: { id } })
  work.record(contactRemoved, { contactId: id })
}

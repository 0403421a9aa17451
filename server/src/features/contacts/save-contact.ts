import type { ContactId } from '@balcao/domain/ids'
import { canonicalPhone } from '@balcao/domain/phone-number'
import type { PersonAddress } from '@balcao/whatsapp/gateway'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { addressListOf } from './contact-address'
import { contactToRead, lockContactForTicket } from './contacts.access'
import { contactRemoved, recordContactChanged } from './contacts.events'
import { contactAddressesAdded, contactDeleting } from './contacts.hooks'
import {
  type ContactWithConnectionRow,
  deletePhoneAddress,
  insertAddresses,
  insertContacts,
  markContactRemoved,
  updateContact,
} from './contacts.queries'
import { lockContactsOfAddresses } from './find-contact'
import { mergeContactsOfAddresses } from './recognise-contact'

/** The form of a contact. The caller has checked the number on WhatsApp, which returned the addresses. */
interface ContactDraft {
  readonly name: string
  readonly email: string
  readonly extraInfo: readonly { name: string; value: string }[]
  readonly person: PersonAddress & { readonly phone: string }
}

/** Creates a contact, or restores the deleted one of that number. Refuses a number in use. */
export async function addContact(work: CompanyWork, draft: ContactDraft): Promise<ContactWithConnectionRow> {
  const addresses = addressListOf(draft.person)
  const holders = await lockContactsOfAddresses(work, addresses)
  if (holders.some(({ removed_at }) => removed_at === null)) throw refuse('ERR_DUPLICATED_CONTACT')
  const removed = await mergeContactsOfAddresses(work, holders, addresses)
  if (removed !== null) return writeContact(work, removed.id, draft, 'create')

  const { kinds, values } = addresses
  const contact = await work.db.one(insertContacts, {
    uuids: [work.newUuid()],
    names: [draft.name],
    nameSources: ['typed'],
    numbers: [draft.person.phone],
    emails: [draft.email],
    areGroups: [false],
    extraInfos: [JSON.stringify(draft.extraInfo)],
    pictureCheckedAt: work.now,
    at: work.now,
  })
  await work.db.run(insertAddresses, { contactIds: kinds.map(() => contact.id), kinds, values })
  recordContactChanged(work, 'create', contact)
  work.enqueue({ task: 'contacts.fetchPictures', payload: { contactIds: [contact.id] } })
  return contact
}

/** Changes a contact. A new number replaces the old one; a number of another contact is refused. */
export async function changeContact(
  work: CompanyWork,
  id: ContactId,
  draft: ContactDraft,
): Promise<ContactWithConnectionRow> {
  const contact = await contactToRead(work, id)
  const isNewNumber = canonicalPhone(draft.person.phone) !== canonicalPhone(contact.number)
  const addresses = addressListOf(draft.person)

  if (isNewNumber) {
    const holders = await lockContactsOfAddresses(work, addresses)
    if (holders.some((holder) => holder.id !== id)) throw refuse('ERR_DUPLICATED_CONTACT')
    const { kinds, values } = addresses
    await work.db.run(deletePhoneAddress, { contactId: id })
    await work.db.run(insertAddresses, { contactIds: kinds.map(() => id), kinds, values })
  }
  await lockContactForTicket(work, id) // Refuses if a merge has deleted the contact meanwhile.
  if (isNewNumber) await work.runHook(contactAddressesAdded, { contactId: id, values: addresses.values })
  return writeContact(work, id, draft, 'update')
}

async function writeContact(
  work: CompanyWork,
  id: ContactId,
  { name, email, extraInfo, person }: ContactDraft,
  action: 'create' | 'update',
): Promise<ContactWithConnectionRow> {
  const contact = await work.db.one(updateContact, {
    contactId: id,
    name,
    nameSource: 'typed',
    number: person.phone,
    email,
    extraInfo: JSON.stringify(extraInfo),
    at: work.now,
  })
  recordContactChanged(work, action, contact)
  return contact
}

/** Deletes a contact; its closed tickets and messages stay (CONTACT-16). Refused while a ticket is live. */
export async function deleteContact(work: CompanyWork, id: ContactId): Promise<void> {
  const contact = await lockContactForTicket(work, id)
  await work.runHook(contactDeleting, { contactId: contact.id })

  await work.db.run(markContactRemoved, { contactId: contact.id, at: work.now })
  await recordAudit(work, { act: 'contact.deleted', subject: { id: contact.id } })
  work.record(contactRemoved, { contactId: contact.id })
}

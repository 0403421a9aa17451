import type { ContactId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { MediaLinks } from '../../platform/media-links'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { textsOfCompany } from '../companies/companies.read'
import { contactToRead, contactToServe } from './contacts.access'
import { contactRemoved } from './contacts.events'
import { addressesOfContact } from './contacts.queries'
import { contactErasing, contactLeaving } from './contacts.reactions'
import { contactView } from './contacts.view'
import {
  eraseAddresses,
  eraseContactRow,
  messagesToTell,
  notesToTell,
  peopleToExport,
  schedulesToTell,
  ticketsToTell,
} from './personal-data.queries'

/** Everybody in the lists as the JSON of a list; whoever takes it along is written down (CONTACT-19). */
export async function exportPeople(work: CompanyWork): Promise<string> {
  const { contacts } = await work.db.one(peopleToExport, [])
  await recordAudit(work, { act: 'contacts.exported' })
  return contacts
}

/** Everything that is kept about one person, whoever may read which of it: it is theirs (LGPD, article 18, II and V). */
export async function exportPersonalData(work: CompanyWork, id: ContactId, links: MediaLinks) {
  const contact = await contactToRead(work, id)
  const [addresses, tickets, messages, notes, schedules] = await Promise.all([
    work.db.rows(addressesOfContact, [id]),
    work.db.rows(ticketsToTell, [id]),
    work.db.rows(messagesToTell, [id]),
    work.db.rows(notesToTell, [id]),
    work.db.rows(schedulesToTell, [id]),
  ])

  await recordAudit(work, { act: 'contact.dataExported', subject: { id } })
  return {
    contact: contactView(contact, links),
    addresses: addresses.map(({ kind, value }) => ({ kind, value })),
    tickets: tickets.map(({ created_at, last_at, ...ticket }) => ({
      ...ticket,
      createdAt: created_at.toISOString(),
      lastAt: last_at.toISOString(),
    })),
    messages: messages.map((message) => ({
      ticketId: message.ticket_id,
      at: message.created_at.toISOString(),
      fromUs: message.from_me,
      kind: message.media_type,
      text: message.body,
      file: message.file_key === null ? null : links.toFile(message.file_key, message.file_name ?? undefined),
    })),
    notes: notes.map(({ ticket_id: ticketId, created_at: at, note }) => ({
      ticketId,
      at: at.toISOString(),
      note,
    })),
    schedules: schedules.map(({ send_at: at, status, body: text }) => ({
      at: at.toISOString(),
      status,
      text,
    })),
  }
}

/**
 * Erases a person for good (LGPD, article 18, VI): names, numbers, words and files go, here and in every feature; tickets
 * and messages stay as rows, so that figures stay true. Refused while a ticket is live, and unless the name was typed.
 * Whoever writes from the same number later is somebody new.
 */
export async function eraseContact(work: CompanyWork, id: ContactId, confirmation: string): Promise<void> {
  const contact = await contactToServe(work, id)
  if (confirmation.trim() !== contact.name.trim()) throw refuse('ERR_VALIDATION', { field: 'confirmation' })
  await work.react(contactLeaving, { contactId: id })
  const addresses = await work.db.rows(addressesOfContact, [id])
  const { erasedPerson } = await textsOfCompany(work)

  await work.db.run(eraseContactRow, [id, erasedPerson, work.now])
  const kinds = addresses.map(({ kind }) => kind)
  const values = addresses.map(({ value }) => value)
  await work.db.run(eraseAddresses, [id, kinds, values])
  // In WhatsApp's spelling too, which trays keep.
  const spelled = contact.number === '' ? [] : [contact.number]
  const phones = addresses.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []))
  await work.react(contactErasing, {
    contactId: id,
    phones: [...phones, ...spelled],
    addresses: [...values, ...spelled],
  })
  if (contact.picture_key !== null) orderFileRemoval(work, [contact.picture_key])

  await recordAudit(work, { act: 'contact.erased', subject: { id } })
  work.record(contactRemoved, { contactId: id })
}

import { type ContactName, nameAfter, strongestName } from '@balcao/domain/contact-name'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { type AddressList, addressList } from './contact-address'
import { contactChanged } from './contacts.events'
import { addressesLearnt } from './contacts.hooks'
import {
  type ContactRow,
  insertAddresses,
  insertContact,
  noteLearnt,
  notePictureOrdered,
} from './contacts.queries'
import { contactOfAll, holdersOf } from './find-contact'
import { mergeContacts } from './merge-contacts'
import { orderName } from './order-name'
import { reportedNameOf } from './told-names'

/** An address that WhatsApp reported, and the name that came with it. */
export interface Acquaintance {
  readonly chat: ChatAddress
  readonly called: ContactName | null
}

/** The name that a person chose on WhatsApp. */
export function pushName(name: string | null): ContactName | null {
  return name === null || name === '' ? null : { name, source: 'push' }
}

/**
 * The contact behind a WhatsApp address: a known one, updated with the reported name and number, or a new one. A
 * phone number in any spelling, a LID and a group are addresses of one contact; two contacts that are one person are
 * merged. The row is locked until the transaction ends. Safe for concurrent calls.
 */
export async function recogniseContact(work: CompanyWork, acquaintance: Acquaintance): Promise<ContactRow> {
  const contact = await recognise(work, acquaintance, () => null)
  if (contact.picture_checked_at === null) await orderPicture(work, contact)
  if (contact.is_group && contact.name_source === 'stand-in') orderName(work, contact)
  return contact
}

/** Enqueues once: without the mark, every message that arrives before the picture would enqueue another job. */
async function orderPicture(work: CompanyWork, { id: contactId }: ContactRow): Promise<void> {
  work.enqueue({ task: 'contacts.fetchPicture', payload: { contactId } })
  await work.db.run(notePictureOrdered, { contactId, at: work.now })
}

/**
 * Like `recogniseContact`, for contacts from imported history: a deleted contact stays deleted, and no picture is
 * fetched until the contact writes. Thousands may come at once.
 */
export function recogniseFromThePast(work: CompanyWork, acquaintance: Acquaintance): Promise<ContactRow> {
  return recognise(work, acquaintance, ({ removed_at }) => removed_at)
}

/** `removedAfter` gives the contact's `removed_at` after this: null restores it. */
async function recognise(
  work: CompanyWork,
  acquaintance: Acquaintance,
  removedAfter: (known: ContactRow) => Date | null,
): Promise<ContactRow> {
  const { chat, called } = acquaintance
  const addresses = addressList(chat)
  const known =
    (await contactOfAll(work, addresses)) ??
    (await joinContacts(work, await holdersOf(work, addresses), addresses))
  if (known === null) return welcome(work, acquaintance, addresses)
  // An inbound address carries the spelling of the number that WhatsApp uses now.
  return noteAbout(work, known, { phone: numberIn(chat), called, removedAt: removedAfter(known) })
}

/**
 * Merges all contacts that hold one of these addresses and gives the result all of them; null when there is no
 * contact.
 */
export async function joinContacts(
  work: CompanyWork,
  [first, ...others]: readonly ContactRow[],
  { kinds, values }: AddressList,
): Promise<ContactRow | null> {
  if (first === undefined) return null
  const contact = await others.reduce(
    async (merged, other) => mergeContacts(work, await merged, other),
    Promise.resolve(first),
  )
  await work.db.run(insertAddresses, { contactId: contact.id, kinds, values })
  await work.runHook(addressesLearnt, { values })
  return contact
}

async function welcome(
  work: CompanyWork,
  { chat, called }: Acquaintance,
  { kinds, values }: AddressList,
): Promise<ContactRow> {
  const number = numberIn(chat) ?? ''
  const { name, source } = await nameFor(work, { chat, called }, { kinds, values })
  const contact = await work.db.one(insertContact, {
    uuid: work.newUuid(),
    name,
    nameSource: source,
    number,
    email: '',
    isGroup: chat.kind === 'group',
    extraInfo: '[]',
    at: work.now,
  })
  const given = await work.db.run(insertAddresses, { contactId: contact.id, kinds, values })
  // The address locks keep other transactions out. A contact without its addresses would never be found again.
  if (given !== values.length) throw new Error('an address of a new contact belongs to another contact')

  work.record(contactChanged, { action: 'create', contact })
  return contact
}

/** The name of a new contact: the strongest reported one, else its number. A LID is never shown. */
async function nameFor(
  work: CompanyWork,
  { chat, called }: Acquaintance,
  addresses: AddressList,
): Promise<ContactName> {
  const candidates = [await reportedNameOf(work, addresses), called]
  const strongest = strongestName(candidates.filter((name) => name !== null))
  if (strongest !== null) return strongest
  return { name: numberIn(chat) || (await fallbackName(work, chat.kind === 'group')), source: 'stand-in' }
}

async function fallbackName(work: CompanyWork, isGroup: boolean): Promise<string> {
  const { namelessGroup, namelessPerson } = await textsOfCompany(work)
  return isGroup ? namelessGroup : namelessPerson
}

/** Saves what WhatsApp reported about a contact, if it differs. */
export async function noteAbout(
  work: CompanyWork,
  known: ContactRow,
  learnt: { phone: string | null; called: ContactName | null; removedAt: Date | null },
): Promise<ContactRow> {
  const number = learnt.phone ?? known.number
  const { name, source } = nameIn(known, learnt.called, number)
  const isNews =
    number !== known.number ||
    name !== known.name ||
    source !== known.name_source ||
    (known.removed_at !== null && learnt.removedAt === null)
  if (!isNews) return known

  const contact = await work.db.one(noteLearnt, {
    contactId: known.id,
    name,
    nameSource: source,
    number,
    removedAt: learnt.removedAt,
    at: work.now,
  })
  if (contact.removed_at === null) work.record(contactChanged, { action: 'update', contact })
  return contact
}

/** The reported name when it is strong enough, else the current one; a number replaces a fallback text. */
function nameIn(known: ContactRow, called: ContactName | null, number: string): ContactName {
  const before: ContactName = { name: known.name, source: known.name_source }
  const after = called === null ? before : nameAfter(before, called)
  return after.source === 'stand-in' && number !== '' ? { name: number, source: 'stand-in' } : after
}

/** The number as shown; a LID is never shown as a number. */
function numberIn(chat: ChatAddress): string | null {
  return chat.kind === 'group' ? null : chat.phone
}

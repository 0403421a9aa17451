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

/** Whom WhatsApp speaks of: an address, and the name that was told with it. */
export interface Acquaintance {
  readonly chat: ChatAddress
  readonly called: ContactName | null
}

/** The name that a person chose on WhatsApp. */
export function pushName(name: string | null): ContactName | null {
  return name === null || name === '' ? null : { name, source: 'push' }
}

/**
 * The contact behind an address of WhatsApp: the known one, with what was learnt now, or a new one. A phone number in
 * any of its spellings, a LID and a group are addresses of one contact; two contacts that turn out to be one person are
 * merged. Locked to the end of the act. Safe at once from several acts.
 */
export async function recogniseContact(work: CompanyWork, acquaintance: Acquaintance): Promise<ContactRow> {
  const contact = await recognise(work, acquaintance, () => null)
  if (contact.picture_checked_at === null) await orderPicture(work, contact)
  if (contact.is_group && contact.name_source === 'stand-in') orderName(work, contact)
  return contact
}

/** Once: whoever writes many messages before it is there would have it ordered with each of them. */
async function orderPicture(work: CompanyWork, { id: contactId }: ContactRow): Promise<void> {
  work.enqueue({ task: 'contacts.fetchPicture', payload: { contactId } })
  await work.db.run(notePictureOrdered, [contactId, work.now])
}

/**
 * Like `recogniseContact`, for somebody met in what is long past: a contact that was deleted stays deleted,
 * and nobody's picture is asked for until they write. Thousands may come at once.
 */
export function recogniseFromThePast(work: CompanyWork, acquaintance: Acquaintance): Promise<ContactRow> {
  return recognise(work, acquaintance, ({ removed_at }) => removed_at)
}

/** `removedAfter`: whether a known contact stands in the lists from now on. */
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
  // Whoever is received has the spelling of the number that WhatsApp uses now.
  return noteAbout(work, known, { phone: numberIn(chat), called, removedAt: removedAfter(known) })
}

/** One contact of everybody who holds one of these addresses, with all of them; null when nobody does. */
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
  await work.db.run(insertAddresses, [contact.id, kinds, values])
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
  const contact = await work.db.one(insertContact, [
    work.newUuid(),
    name,
    source,
    number,
    '',
    chat.kind === 'group',
    '[]',
    work.now,
  ])
  const given = await work.db.run(insertAddresses, [contact.id, kinds, values])
  // Nobody else can have taken one, since they are locked: a contact without its addresses is never found again.
  if (given !== values.length) throw new Error('an address of a new contact belongs to somebody else')

  work.record(contactChanged, { action: 'create', contact })
  return contact
}

/** What a new contact is called: the strongest of what was told, else its number; a LID is never shown. */
async function nameFor(
  work: CompanyWork,
  { chat, called }: Acquaintance,
  addresses: AddressList,
): Promise<ContactName> {
  const told = [await reportedNameOf(work, addresses), called]
  const strongest = strongestName(told.filter((name) => name !== null))
  if (strongest !== null) return strongest
  return { name: numberIn(chat) || (await wordsFor(work, chat.kind === 'group')), source: 'stand-in' }
}

async function wordsFor(work: CompanyWork, isGroup: boolean): Promise<string> {
  const { namelessGroup, namelessPerson } = await textsOfCompany(work)
  return isGroup ? namelessGroup : namelessPerson
}

/** Writes down what was learnt of a contact, if it is news. */
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

  const contact = await work.db.one(noteLearnt, [known.id, name, source, number, learnt.removedAt, work.now])
  if (contact.removed_at === null) work.record(contactChanged, { action: 'update', contact })
  return contact
}

/** What was told now, if it is strong enough; else what stood before, and a number before words for nobody. */
function nameIn(known: ContactRow, called: ContactName | null, number: string): ContactName {
  const before: ContactName = { name: known.name, source: known.name_source }
  const after = called === null ? before : nameAfter(before, called)
  return after.source === 'stand-in' && number !== '' ? { name: number, source: 'stand-in' } : after
}

/** Digits as shown; a LID is never shown as a number. */
function numberIn(chat: ChatAddress): string | null {
  return chat.kind === 'group' ? null : chat.phone
}

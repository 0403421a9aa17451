import {
  type ContactNameWithSource,
  nameAfterWhatsappReport,
  nameWithStrongestSource,
} from '@balcao/domain/contact-name'
import type { ChatAddress, PersonAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { systemTextsInCompanyLanguage } from '../companies/companies.read'
import {
  type AddressList,
  addressListOf,
  noAddresses,
  subtractAddresses,
  uniteAddresses,
} from './contact-address'
import { recordContactChanged } from './contacts.events'
import { contactAddressesAdded } from './contacts.hooks'
import {
  type ContactRow,
  insertAddresses,
  insertContacts,
  markContactPicturesChecked,
  markFormerAddresses,
  updateReportedContact,
} from './contacts.queries'
import {
  lockAddressesAndFindTaken,
  lockContactsHoldingAllAddresses,
  lockContactsOfAddresses,
} from './find-contact'
import { mergeContacts } from './merge-contacts'
import { enqueueGroupNameFetch } from './name-group'
import { reportedNamesOf } from './reported-names'

/** An address that WhatsApp reported, and the name that came with it. */
interface ReportedContact {
  readonly chat: ChatAddress
  readonly called: ContactNameWithSource | null
}

/** The name that a person chose on WhatsApp. */
export function contactNameOfPushName(name: string | null): ContactNameWithSource | null {
  return name === null || name === '' ? null : { name, source: 'push' }
}

/**
 * Returns the contacts of WhatsApp addresses: known ones, updated with the reported names and numbers, or new ones. Two
 * contacts that are one person are merged. Locks the rows. No two entries of the list may share an address.
 */
export async function recogniseContacts(
  work: CompanyWork,
  acquaintances: readonly ReportedContact[],
): Promise<readonly ContactRow[]> {
  const contacts = await recogniseAll(work, acquaintances, { isHistory: false })
  orderMissingPictures(work, contacts)
  for (const contact of contacts)
    if (contact.is_group && contact.name_source === 'stand-in') enqueueGroupNameFetch(work, contact)
  return contacts
}

export async function recogniseContact(
  work: CompanyWork,
  acquaintance: ReportedContact,
): Promise<ContactRow> {
  return onlyContact(await recogniseContacts(work, [acquaintance]))
}

/** Enqueues the fetch of profile pictures once for each contact, and marks the contacts as enqueued. */
function orderMissingPictures(work: CompanyWork, contacts: readonly ContactRow[]): void {
  const contactIds = contacts.filter((contact) => contact.picture_checked_at === null).map(({ id }) => id)
  if (contactIds.length === 0) return
  work.enqueue({ task: 'contacts.fetchPictures', payload: { contactIds } })
  work.db.send(markContactPicturesChecked, { contactIds, at: work.now })
}

/**
 * Finds or creates the contact of a chat in the phone's history. A deleted contact stays deleted, and no picture is
 * fetched, because a phone has thousands of chats.
 */
export async function recogniseHistoryContact(
  work: CompanyWork,
  acquaintance: ReportedContact,
): Promise<ContactRow> {
  return onlyContact(await recogniseAll(work, [acquaintance], { isHistory: true }))
}

function onlyContact(contacts: readonly ContactRow[]): ContactRow {
  const [contact] = contacts
  if (contact === undefined) throw new Error('one acquaintance is one contact')
  return contact
}

async function recogniseAll(
  work: CompanyWork,
  acquaintances: readonly ReportedContact[],
  { isHistory }: { readonly isHistory: boolean },
): Promise<readonly ContactRow[]> {
  const lists = acquaintances.map(({ chat }) => addressListOf(chat))
  const known = await knownContacts(work, lists)
  const isUnknown = (_: unknown, at: number) => known[at] == null
  const strangers = acquaintances.filter(isUnknown)
  const created = await welcomeAll(work, strangers, lists.filter(isUnknown), !isHistory)
  const contacts: ContactRow[] = []
  for (const [at, { chat, called }] of acquaintances.entries()) {
    const contact = known[at]
    const removedAt = isHistory ? (contact?.removed_at ?? null) : null
    // The address has the number in WhatsApp's current spelling, which the contact takes over.
    const learnt = { phone: numberIn(chat), called, removedAt }
    const found = contact ? await saveReportedContact(work, contact, learnt) : created.shift()
    if (found === undefined) throw new Error('each acquaintance is a contact')
    contacts.push(found)
  }
  return contacts
}

/** The known contact of each list of addresses, or null. Merges contacts that a list proves to be one person. */
async function knownContacts(
  work: CompanyWork,
  lists: readonly AddressList[],
): Promise<readonly (ContactRow | null)[]> {
  const known = await lockContactsHoldingAllAddresses(work, lists)
  const unknown = lists.filter((_, at) => known[at] === null)
  if (unknown.length === 0) return known
  const held = await lockAddressesAndFindTaken(work, {
    kinds: unknown.flatMap(({ kinds }) => kinds),
    values: unknown.flatMap(({ values }) => values),
  })
  const halfKnown = unknown.filter(({ kinds, values }) =>
    held.some(({ kind, value }) => kinds.some((own, at) => own === kind && values[at] === value)),
  )
  for (const addresses of halfKnown)
    await mergeContactsOfAddresses(work, await lockContactsOfAddresses(work, addresses), addresses)
  // A merge may have deleted a contact that was found earlier, so look them all up again.
  return halfKnown.length === 0 ? known : lockContactsHoldingAllAddresses(work, lists)
}

/** Merges these contacts into one that holds all these addresses; null when there is no contact. */
export async function mergeContactsOfAddresses(
  work: CompanyWork,
  [first, ...others]: readonly ContactRow[],
  { kinds, values }: AddressList,
): Promise<ContactRow | null> {
  if (first === undefined) return null
  const contact = await others.reduce(
    async (merged, other) => mergeContacts(work, await merged, other),
    Promise.resolve(first),
  )
  await work.db.run(insertAddresses, { contactIds: kinds.map(() => contact.id), kinds, values })
  await work.runHook(contactAddressesAdded, { contactId: contact.id, values })
  return contact
}

async function welcomeAll(
  work: CompanyWork,
  strangers: readonly ReportedContact[],
  lists: readonly AddressList[],
  ordersPictures: boolean,
): Promise<ContactRow[]> {
  if (strangers.length === 0) return []
  const reported = await reportedNamesOf(work, lists)
  const names: ContactNameWithSource[] = []
  for (const [at, stranger] of strangers.entries())
    names.push(await nameFor(work, stranger, reported[at] ?? null))
  const contacts = await work.db.rows(insertContacts, {
    uuids: strangers.map(() => work.newUuid()),
    names: names.map(({ name }) => name),
    nameSources: names.map(({ source }) => source),
    numbers: strangers.map(({ chat }) => numberIn(chat) ?? ''),
    emails: strangers.map(() => ''),
    areGroups: strangers.map(({ chat }) => chat.kind === 'group'),
    extraInfos: strangers.map(() => '[]'),
    pictureCheckedAt: ordersPictures ? work.now : null,
    at: work.now,
  })
  const given = lists.flatMap(({ kinds, values }, at) =>
    kinds.map((kind, own) => ({ kind, value: values[own] ?? '', contactId: contacts[at]?.id })),
  )
  const count = await work.db.run(insertAddresses, {
    contactIds: given.flatMap(({ contactId }) => contactId ?? []),
    kinds: given.map(({ kind }) => kind),
    values: given.map(({ value }) => value),
  })
  // The address locks prevent a conflict. A contact without its addresses could never be found again.
  if (count !== given.length) throw new Error('an address of a new contact belongs to another contact')
  for (const contact of contacts) recordContactChanged(work, 'create', contact)
  const contactIds = contacts.map(({ id }) => id)
  if (ordersPictures) work.enqueue({ task: 'contacts.fetchPictures', payload: { contactIds } })
  return contacts
}

/** The name of a new contact: the strongest reported one, else its number. A LID is never shown. */
async function nameFor(
  work: CompanyWork,
  { chat, called }: ReportedContact,
  reported: ContactNameWithSource | null,
): Promise<ContactNameWithSource> {
  const candidates = [reported, called]
  const strongest = nameWithStrongestSource(candidates.filter((name) => name !== null))
  if (strongest !== null) return strongest
  return { name: numberIn(chat) || (await fallbackName(work, chat.kind === 'group')), source: 'stand-in' }
}

async function fallbackName(work: CompanyWork, isGroup: boolean): Promise<string> {
  const { namelessGroup, namelessPerson } = await systemTextsInCompanyLanguage(work)
  return isGroup ? namelessGroup : namelessPerson
}

/** Saves what WhatsApp reported about a contact, if it differs. */
async function saveReportedContact(
  work: CompanyWork,
  known: ContactRow,
  learnt: { phone: string | null; called: ContactNameWithSource | null; removedAt: Date | null },
): Promise<ContactRow> {
  const number = learnt.phone ?? known.number
  const { name, source } = nameIn(known, learnt.called, number)
  const isNews =
    number !== known.number ||
    name !== known.name ||
    source !== known.name_source ||
    (known.removed_at !== null && learnt.removedAt === null)
  if (!isNews) return known

  const contact = await work.db.one(updateReportedContact, {
    contactId: known.id,
    name,
    nameSource: source,
    number,
    removedAt: learnt.removedAt,
    at: work.now,
  })
  if (contact.removed_at === null) recordContactChanged(work, 'update', contact)
  return contact
}

/**
 * The reported name if its source outranks that of the current name, else the current name. The contact's number, once
 * known, replaces a fallback name.
 */
function nameIn(
  known: ContactRow,
  called: ContactNameWithSource | null,
  number: string,
): ContactNameWithSource {
  const before: ContactNameWithSource = { name: known.name, source: known.name_source }
  const after = called === null ? before : nameAfterWhatsappReport(before, called)
  return after.source === 'stand-in' && number !== '' ? { name: number, source: 'stand-in' } : after
}

/** The number of the contact as shown. Null without a known phone; a LID is never shown as a number. */
function numberIn(chat: ChatAddress): string | null {
  return chat.kind === 'group' ? null : chat.phone
}

/**
 * WhatsApp reported several addresses as one person's: merges their contacts, and marks the `former` addresses as
 * unused. Creates no contact and restores no deleted one, because the person has sent no message. Idempotent.
 */
export async function applyReportedAddressesOfPerson(
  work: CompanyWork,
  person: PersonAddress,
  former: PersonAddress | null,
): Promise<void> {
  const own = addressListOf(person)
  const left = former === null ? noAddresses : subtractAddresses(addressListOf(former), own)
  const addresses = uniteAddresses(own, left)
  if (addresses.kinds.length < 2) return
  const [known] = await lockContactsHoldingAllAddresses(work, [addresses])
  if (known != null && left.kinds.length === 0) return

  const contact =
    known ?? (await mergeContactsOfAddresses(work, await lockContactsOfAddresses(work, addresses), addresses))
  if (contact === null) return
  if (left.kinds.length > 0) {
    await work.db.run(markFormerAddresses, {
      contactId: contact.id,
      formerKinds: left.kinds,
      formerValues: left.values,
      currentKinds: own.kinds,
      currentValues: own.values,
    })
  }
  await saveReportedContact(work, contact, {
    phone: person.phone,
    called: null,
    removedAt: contact.removed_at,
  })
}

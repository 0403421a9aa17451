import { isStandIn, namelessPerson } from '@balcao/domain/contact-merge'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { type AddressList, addressList } from './contact-address'
import { contactChanged } from './contacts.events'
import { type ContactRow, insertAddresses, insertContact, noteLearnt } from './contacts.queries'
import { contactOfAll, holdersOf } from './find-contact'
import { mergeContacts } from './merge-contacts'

/** Whom WhatsApp speaks of: an address, and the name that the person chose there. */
export interface Acquaintance {
  readonly chat: ChatAddress
  readonly pushName: string | null
}

/**
 * The contact behind an address of WhatsApp: the known one, with what was learnt now, or a new one. A phone number in
 * any of its spellings, a LID and a group are addresses of one contact; two contacts that turn out to be one person are
 * merged. Locked to the end of the act. Safe at once from several acts.
 */
export async function recogniseContact(work: CompanyWork, acquaintance: Acquaintance): Promise<ContactRow> {
  const addresses = addressList(acquaintance.chat)
  const known =
    (await contactOfAll(work, addresses)) ??
    (await joinContacts(work, await holdersOf(work, addresses), addresses))
  return known === null ? welcome(work, acquaintance, addresses) : noteHeard(work, known, acquaintance)
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
  return contact
}

async function welcome(
  work: CompanyWork,
  who: Acquaintance,
  { kinds, values }: AddressList,
): Promise<ContactRow> {
  const isGroup = who.chat.kind === 'group'
  const number = numberIn(who.chat) ?? ''
  const contact = await work.db.one(insertContact, [
    work.newUuid(),
    (isGroup ? 'Grupo' : who.pushName) || number || namelessPerson,
    false,
    number,
    '',
    isGroup,
    '[]',
    work.now,
  ])
  await work.db.run(insertAddresses, [contact.id, kinds, values])

  work.record(contactChanged, { action: 'create', contact })
  work.enqueue({
    task: 'contacts.fetchPicture',
    payload: { contactId: contact.id },
    key: `picture ${work.companyId} ${contact.id}`,
  })
  return contact
}

/** Whoever is heard stands in the lists (again), under the name and the spelling of the number that WhatsApp uses now. */
function noteHeard(
  work: CompanyWork,
  known: ContactRow,
  { chat, pushName }: Acquaintance,
): Promise<ContactRow> {
  return noteAbout(work, known, { phone: numberIn(chat), pushName, removedAt: null })
}

/** Writes down what was learnt of a contact, if it is news. */
export async function noteAbout(
  work: CompanyWork,
  known: ContactRow,
  learnt: { phone: string | null; pushName: string | null; removedAt: Date | null },
): Promise<ContactRow> {
  const number = learnt.phone ?? known.number
  const name = nameAfter(known, learnt.pushName, number)
  const isNews =
    number !== known.number || name !== known.name || (known.removed_at !== null && learnt.removedAt === null)
  if (!isNews) return known

  const contact = await work.db.one(noteLearnt, [known.id, name, number, learnt.removedAt, work.now])
  if (contact.removed_at === null) work.record(contactChanged, { action: 'update', contact })
  return contact
}

/** A name of ours stays, and so does a group's; else what the person calls itself now, and a number before no name. */
function nameAfter(known: ContactRow, pushName: string | null, number: string): string {
  if (known.is_name_ours || known.is_group) return known.name
  const { name, is_name_ours: isNameOurs } = known
  return pushName || (isStandIn({ name, isNameOurs, number: known.number }) ? number || name : name)
}

/** Digits as shown; a LID is never shown as a number. */
function numberIn(chat: ChatAddress): string | null {
  return chat.kind === 'group' ? null : chat.phone
}

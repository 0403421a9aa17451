import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { type AddressList, addressList } from './contact-address'
import { contactChanged } from './contacts.events'
import {
  type ContactRow,
  contactsByAddress,
  insertAddresses,
  insertContact,
  lockAddresses,
  updateContact,
} from './contacts.queries'

/** Whom WhatsApp speaks of: an address, and the name that the person chose there. */
export interface Acquaintance {
  readonly chat: ChatAddress
  readonly pushName: string | null
}

/**
 * The contact behind an address of WhatsApp: the known one, with what was learnt now, or a new one. A phone number in
 * either Brazilian spelling, a LID and a group are addresses of one contact. Safe at once from several acts.
 */
export async function recogniseContact(work: CompanyWork, acquaintance: Acquaintance): Promise<ContactRow> {
  const addresses = addressList(acquaintance.chat)
  const known = (await find(work, addresses)) ?? (await findUnderLock(work, addresses))
  return known === null
    ? welcome(work, acquaintance, addresses)
    : refreshContact(work, known, acquaintance, addresses)
}

function find(work: CompanyWork, { kinds, values }: AddressList): Promise<ContactRow | null> {
  return work.db.row(contactsByAddress, [kinds, values])
}

async function findUnderLock(work: CompanyWork, addresses: AddressList): Promise<ContactRow | null> {
  await work.db.rows(lockAddresses, [addresses.kinds, addresses.values])
  return find(work, addresses)
}

async function welcome(
  work: CompanyWork,
  who: Acquaintance,
  { kinds, values }: AddressList,
): Promise<ContactRow> {
  const isGroup = who.chat.kind === 'group'
  const number = numberOf(who.chat)
  const name = (isGroup ? null : who.pushName) ?? (number === '' ? unnamed(isGroup) : number)
  const contact = await work.db.one(insertContact, [
    work.newUuid(),
    name,
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

async function refreshContact(
  work: CompanyWork,
  known: ContactRow,
  who: Acquaintance,
  { kinds, values }: AddressList,
): Promise<ContactRow> {
  if (kinds.length > 1) await work.db.run(insertAddresses, [known.id, kinds, values])
  const number = known.number === '' ? numberOf(who.chat) : known.number
  const name = known.is_name_ours || known.is_group || who.pushName === null ? known.name : who.pushName
  if (number === known.number && name === known.name && known.removed_at === null) return known

  const contact = await work.db.one(updateContact, [
    known.id,
    name,
    known.is_name_ours,
    number,
    known.email,
    JSON.stringify(known.extra_info),
    work.now,
  ])
  work.record(contactChanged, { action: 'update', contact })
  return contact
}

/** Digits as shown; a LID is never shown as a number. */
function numberOf(chat: ChatAddress): string {
  return chat.kind === 'group' ? '' : (chat.phone ?? '')
}

function unnamed(isGroup: boolean): string {
  return isGroup ? 'Grupo' : 'Contato do WhatsApp'
}

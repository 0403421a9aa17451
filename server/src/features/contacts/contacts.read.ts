import type { ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { canonicalPhone, digitsOf } from '@balcao/domain/phone-number'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../platform/work'
import { addressListOf } from './contact-address'
import { countListedContacts } from './contact-deltas'
import {
  addressesOfContacts,
  type ContactAddressRow,
  type ContactCardRow,
  type ContactRow,
  type ContactWithConnectionRow,
  contactById,
  contactCardRowsByIds,
  contactIncludingDeletedById,
  contactsPage,
  rankedContactChoices,
  searchContacts,
  searchRemovedContacts,
} from './contacts.queries'
import { findContactIdByAnyAddress } from './find-contact'

interface FoundContacts {
  readonly contacts: ContactWithConnectionRow[]
  readonly count: number
  readonly hasMore: boolean
}

/** One page of contacts. `count` is exact without a search text; else it is a lower bound until the last page. */
export async function findContacts(
  work: CompanyWork,
  words: string,
  pageNumber: number,
): Promise<FoundContacts> {
  const { db } = work
  const size = limits.listPage
  const offset = (pageNumber - 1) * size
  const wanted = words.trim()
  if (wanted === '') {
    const [contacts, count] = await Promise.all([
      db.rows(contactsPage, { limit: size, offset }),
      countListedContacts(work),
    ])
    return { contacts, count, hasMore: count > offset + contacts.length }
  }
  const digits = digitsOf(wanted) || null
  const rows = await db.rows(searchContacts, { words: wanted, digits, limit: size + 1, offset })
  return { contacts: rows.slice(0, size), count: offset + rows.length, hasMore: rows.length > size }
}

/** Contacts for a field in which a user chooses one: the best match first; without a text the first by name. */
export async function findContactChoices(
  { db }: CompanyWork,
  name: string,
  most: number,
): Promise<ContactCardRow[]> {
  const words = name.trim()
  if (words === '') return db.rows(contactsPage, { limit: most, offset: 0 })
  return db.rows(rankedContactChoices, { words, digits: digitsOf(words) || null, most })
}

export async function findRemovedContacts(
  { db }: CompanyWork,
  words: string,
  pageNumber: number,
): Promise<FoundContacts> {
  const offset = (pageNumber - 1) * limits.listPage
  const wanted = words.trim()
  const filter = { words: wanted, digits: digitsOf(wanted) || null }
  const contacts = await db.rows(searchRemovedContacts, { ...filter, limit: limits.listPage, offset })
  const count = contacts[0]?.total ?? 0
  return { contacts, count, hasMore: count > offset + contacts.length }
}

/** The contact with one of these addresses, without a lock; null: there is none. */
export async function contactWithAddress(
  work: Pick<CompanyWork, 'db'>,
  chat: ChatAddress,
): Promise<Pick<ContactRow, 'id' | 'name'> | null> {
  const id = await findContactIdByAnyAddress(work, addressListOf(chat))
  return id === null ? null : work.db.row(contactIncludingDeletedById, { contactId: id })
}

/** The phone numbers and user ids of a contact, canonical. */
interface PhonesAndWhatsappUserIds {
  /** The addresses that are in use: the phone numbers, or the user ids of a person without one. */
  readonly present: readonly string[]
  /** All addresses, those before a change of number or user id included. */
  readonly all: readonly string[]
}

export async function phonesAndWhatsappUserIdsOf(
  { db }: Pick<CompanyWork, 'db'>,
  contactId: ContactId,
): Promise<PhonesAndWhatsappUserIds> {
  const addresses = await db.rows(addressesOfContacts, { contactIds: [contactId] })
  const valuesOf = (kind: string) => addresses.filter((address) => address.kind === kind)
  const [phones, userIds] = [valuesOf('phone'), valuesOf('user')]
  const present = [phones, userIds]
    .map((some) => some.flatMap(({ value, is_former: isFormer }) => (isFormer ? [] : value)))
    .find((some) => some.length > 0)
  return { present: present ?? [], all: [...phones, ...userIds].map(({ value }) => value) }
}

export async function chatAddressOf(work: CompanyWork, contactId: ContactId): Promise<ChatAddress> {
  return chatAddressFrom(await work.db.rows(addressesOfContacts, { contactIds: [contactId] }))
}

/** The address of each contact, in the same order. */
export async function chatAddressesOf(
  work: CompanyWork,
  contactIds: readonly ContactId[],
): Promise<readonly ChatAddress[]> {
  const addresses = await work.db.rows(addressesOfContacts, { contactIds })
  return contactIds.map((id) => chatAddressFrom(addresses.filter((address) => address.contact_id === id)))
}

/**
 * Builds a contact's chat address, with the number as WhatsApp spells it: with an added ninth digit, a Brazilian number
 * may be another person's.
 */
function chatAddressFrom(addresses: readonly ContactAddressRow[]): ChatAddress {
  const current = addresses.filter(({ is_former: isFormer }) => !isFormer)
  const addressOf = (kind: string) => current.find((address) => address.kind === kind)?.value ?? null
  const group = addressOf('group')
  if (group !== null) return { kind: 'group', group }
  const shown = current.find(
    ({ kind, value, number }) => kind === 'phone' && value === canonicalPhone(number),
  )
  const userId = addressOf('user')
  return {
    kind: 'person',
    phone: shown?.number ?? addressOf('phone'),
    lid: addressOf('lid'),
    ...(userId !== null && { userId }),
  }
}

export async function nameOfContact(work: CompanyWork, contactId: ContactId): Promise<string> {
  return (await work.db.row(contactById, { contactId }))?.name ?? ''
}

/** The people among these contacts whose cards may be sent; `number` is empty where only the LID is known. */
export function readContactCardRows(
  work: Pick<CompanyWork, 'db'>,
  contactIds: readonly ContactId[],
): Promise<readonly ContactCardRow[]> {
  return work.db.rows(contactCardRowsByIds, { contactIds })
}

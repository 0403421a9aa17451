import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import type { AddressList } from './contact-address'
import {
  type ContactRow,
  contactIdsByAnyAddress,
  lockAddresses,
  lockContactsByAllAddresses,
  lockContactsByAnyAddress,
} from './contacts.queries'

/** For each list, locks the contact that holds all its addresses; null where no contact holds all of them. */
export async function lockContactsHoldingAllAddresses(
  work: CompanyWork,
  lists: readonly AddressList[],
): Promise<readonly (ContactRow | null)[]> {
  const rows = await work.db.rows(lockContactsByAllAddresses, {
    askers: lists.flatMap(({ kinds }, asker) => kinds.map(() => asker)),
    kinds: lists.flatMap(({ kinds }) => kinds),
    values: lists.flatMap(({ values }) => values),
  })
  const found = new Map(rows.map(({ asker, ...row }) => [asker, row]))
  return lists.map((_, asker) => found.get(asker) ?? null)
}

/** A contact that holds one of these addresses, without a lock; null: there is none. */
export async function findContactIdByAnyAddress(
  { db }: Pick<CompanyWork, 'db'>,
  { kinds, values }: AddressList,
): Promise<ContactId | null> {
  const [holder] = await db.rows(contactIdsByAnyAddress, { kinds, values })
  return holder?.contact_id ?? null
}

/** Locks these addresses, and returns those that a contact holds. No concurrent transaction can assign the others. */
export async function lockAddressesAndFindTaken(
  work: CompanyWork,
  { kinds, values }: AddressList,
): Promise<readonly { kind: string; value: string }[]> {
  const [, held] = await Promise.all([
    work.db.rows(lockAddresses, { kinds, values }),
    work.db.rows(contactIdsByAnyAddress, { kinds, values }),
  ])
  return held
}

/** Locks these addresses and the contacts that hold any of them. Returns the contacts, oldest first. */
export async function lockContactsOfAddresses(
  work: CompanyWork,
  { kinds, values }: AddressList,
): Promise<ContactRow[]> {
  await work.db.rows(lockAddresses, { kinds, values })
  // During the wait for a row lock, a merge may move the addresses to another contact, so read them again.
  for (;;) {
    const holders = await work.db.rows(lockContactsByAnyAddress, { kinds, values })
    if (holders.length > 0) return holders
    if ((await work.db.rows(contactIdsByAnyAddress, { kinds, values })).length === 0) return []
  }
}

import type { CompanyWork } from '../../platform/work'
import type { AddressList } from './contact-address'
import {
  type ContactRow,
  holdersOfAny,
  lockAddresses,
  lockContactOfAll,
  lockContactsOfAny,
} from './contacts.queries'

/**
 * The contact that holds each of these addresses, locked until the transaction ends; null when an address is unknown.
 */
export function contactOfAll(work: CompanyWork, { kinds, values }: AddressList): Promise<ContactRow | null> {
  return work.db.row(lockContactOfAll, { kinds, values })
}

/**
 * The contacts that hold one of these addresses, oldest first. The locks keep other transactions from assigning these
 * addresses or changing these contacts until this one ends.
 */
export async function holdersOf(work: CompanyWork, addresses: AddressList): Promise<ContactRow[]> {
  const { kinds, values } = addresses
  await work.db.rows(lockAddresses, { kinds, values })
  return lockHolders(work, addresses)
}

/**
 * While this transaction waits for a row lock, a merge may delete that contact. Its addresses then belong to another
 * contact: read again.
 */
async function lockHolders(work: CompanyWork, { kinds, values }: AddressList): Promise<ContactRow[]> {
  for (;;) {
    const holders = await work.db.rows(lockContactsOfAny, { kinds, values })
    if (holders.length > 0) return holders
    if ((await work.db.rows(holdersOfAny, { kinds, values })).length === 0) return []
  }
}

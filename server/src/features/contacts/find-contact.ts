import type { CompanyWork } from '../../platform/work'
import type { AddressList } from './contact-address'
import {
  type ContactRow,
  holdersOfAny,
  lockAddresses,
  lockContactOfAll,
  lockContactsOfAny,
} from './contacts.queries'

/** The contact that we know under each of these addresses, locked to the end of the act; null when one is new to us. */
export function contactOfAll(work: CompanyWork, { kinds, values }: AddressList): Promise<ContactRow | null> {
  return work.db.row(lockContactOfAll, [kinds, values])
}

/**
 * Everybody known under one of these addresses, the older first. Until the act ends nobody else gives them to somebody,
 * and the contacts found stay as they are.
 */
export async function holdersOf(work: CompanyWork, addresses: AddressList): Promise<ContactRow[]> {
  const { kinds, values } = addresses
  await work.db.rows(lockAddresses, [kinds, values])
  return lockHolders(work, addresses)
}

/** A contact may be merged away while we wait for its row. Its addresses live on with another one: look again. */
async function lockHolders(work: CompanyWork, { kinds, values }: AddressList): Promise<ContactRow[]> {
  for (;;) {
    const holders = await work.db.rows(lockContactsOfAny, [kinds, values])
    if (holders.length > 0) return holders
    if ((await work.db.rows(holdersOfAny, [kinds, values])).length === 0) return []
  }
}

import type { ImportedContact } from '@balcao/domain/contact-imports'
import { canonicalPhone } from '@balcao/domain/phone-number'
import type { CompanyWork } from '../../platform/work'
import {
  forceCustomQueryPlans,
  insertImportedContacts,
  lockContactsOfPhones,
  restoreImportedContacts,
} from './admit-contacts.queries'
import { lockAddresses } from './contacts.queries'

/**
 * Imports a few hundred people at most, because every address takes a lock. Skips a phone that a live contact or an
 * earlier row has; restores a soft-deleted contact. Records no event: the caller does so after all rows.
 */
export async function importContactRows(
  work: CompanyWork,
  people: readonly ImportedContact[],
): Promise<readonly ('created' | 'known')[]> {
  const phones = people.map(({ phone }) => canonicalPhone(phone))
  await work.db.one(forceCustomQueryPlans)
  await work.db.rows(lockAddresses, { kinds: phones.map(() => 'phone'), values: phones })
  const rows = await work.db.rows(lockContactsOfPhones, { phones })
  const holders = new Map(rows.map((row) => [row.phone, row]))
  const isFirst = (place: number) => phones.indexOf(phones[place] ?? '') === place
  const placesOf = (isWanted: (phone: string) => boolean) =>
    [...phones.keys()].filter((place) => isFirst(place) && isWanted(phones[place] ?? ''))
  const fresh = placesOf((phone) => !holders.has(phone))
  const back = placesOf((phone) => (holders.get(phone)?.removed_at ?? null) !== null)

  if (fresh.length > 0) {
    const uuids = fresh.map(() => work.newUuid())
    await work.db.run(insertImportedContacts, { ...columnsOf(people, phones, fresh), uuids, at: work.now })
  }
  if (back.length > 0) {
    const ids = back.flatMap((place) => holders.get(phones[place] ?? '')?.contact_id ?? [])
    await work.db.run(restoreImportedContacts, { ...columnsOf(people, phones, back), ids, at: work.now })
  }

  const isIn = new Set([...fresh, ...back])
  return people.map((_, place) => (isIn.has(place) ? 'created' : 'known'))
}

function columnsOf(people: readonly ImportedContact[], phones: readonly string[], places: readonly number[]) {
  const chosen = places.flatMap((place) => people[place] ?? [])
  return {
    phones: places.map((place) => phones[place] ?? ''),
    names: chosen.map(({ name }) => name?.name ?? null),
    sources: chosen.map(({ name }) => name?.source ?? null),
    numbers: chosen.map(({ phone }) => phone),
    emails: chosen.map(({ email }) => email),
    extraInfo: chosen.map(({ extraInfo }) => JSON.stringify(extraInfo)),
  }
}

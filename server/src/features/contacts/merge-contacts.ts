import { chooseContactToKeep, type MergingContact, mergedContactName } from '@balcao/domain/contact-merge'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { contactRemoved, recordContactChanged } from './contacts.events'
import { contactAddressesAdded, contactsMerging } from './contacts.hooks'
import {
  addressesOfContacts,
  type ContactRow,
  type ContactWithConnectionRow,
  contactIncludingDeletedById,
  deleteContactRow,
  moveAddressesToContact,
  saveMergedContact,
} from './contacts.queries'

/** Merges contacts that are one person, in the caller's transaction. The caller has locked both, the older first. */
export async function mergeContacts(
  work: CompanyWork,
  one: ContactRow,
  other: ContactRow,
): Promise<ContactWithConnectionRow> {
  const { kept, gone, merged: left } = planContactMerge(one, other)

  await work.db.one(saveMergedContact, {
    contactId: kept.id,
    name: left.name,
    nameSource: left.nameSource,
    number: left.number,
    email: left.email,
    extraInfo: JSON.stringify(left.extraInfo),
    pictureKey: kept.picture_key ?? gone.picture_key,
    removedAt: kept.removed_at,
    createdAt: kept.created_at < gone.created_at ? kept.created_at : gone.created_at,
    at: work.now,
  })
  await work.db.run(moveAddressesToContact, { from: gone.id, to: kept.id })
  await work.runHook(contactsMerging, { keptId: kept.id, goneId: gone.id })
  await work.db.run(deleteContactRow, { contactId: gone.id })
  // Apply waiting corrections that arrived under one contact's address while their message is stored under the other's.
  const addresses = await work.db.rows(addressesOfContacts, { contactIds: [kept.id] })
  await work.runHook(contactAddressesAdded, {
    contactId: kept.id,
    values: addresses.map(({ value }) => value),
  })
  if (kept.picture_key !== null && gone.picture_key !== null) {
    queueFileRemoval(work, [gone.picture_key])
  }

  // Read the row again: its connection now comes from the tickets of both contacts.
  const merged = await work.db.one(contactIncludingDeletedById, { contactId: kept.id })
  if (merged.removed_at === null) recordContactChanged(work, 'update', merged)
  work.record(contactRemoved, { contactId: gone.id })
  return merged
}

/** Which of two contacts a merge keeps, and its name and data afterwards. */
export function planContactMerge<Row extends ContactRow>(one: Row, other: Row) {
  const { kept, gone } = chooseContactToKeep(factsOf(one), factsOf(other))
  const { name, source: nameSource } = mergedContactName(kept, gone)
  const merged = {
    name,
    nameSource,
    number: kept.number || gone.number,
    email: kept.row.email || gone.row.email,
    extraInfo: extraInfoOf(kept.row, gone.row),
  }
  return { kept: kept.row, gone: gone.row, merged }
}

function factsOf<Row extends ContactRow>(row: Row): MergingContact & { readonly row: Row } {
  const { id, name, name_source: nameSource, number, removed_at } = row
  return { id, name, nameSource, number, isRemoved: removed_at !== null, row }
}

function extraInfoOf(kept: ContactRow, gone: ContactRow): ContactRow['extra_info'] {
  const isKnown = ({ name, value }: { name: string; value: string }) =>
    kept.extra_info.some((entry) => entry.name === name && entry.value === value)
  return [...kept.extra_info, ...gone.extra_info.filter((entry) => !isKnown(entry))]
}

import { contactToKeep, type MergingContact, mergedName } from '@balcao/domain/contact-merge'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { contactChanged, contactRemoved } from './contacts.events'
import { addressesLearnt, contactsMerging } from './contacts.hooks'
import {
  addressesOfContact,
  type ContactRow,
  contactOfAnyStateById,
  deleteContactRow,
  moveAddresses,
  type ShownContactRow,
  saveMerged,
} from './contacts.queries'

/**
 * Makes one contact of two that are one person, with everything that hangs on them, in the caller's act. Both rows must
 * be locked, the older first. Nothing of either is lost: addresses, tickets, messages, and what we wrote down.
 */
export async function mergeContacts(
  work: CompanyWork,
  one: ContactRow,
  other: ContactRow,
): Promise<ShownContactRow> {
  const { kept, gone, merged: left } = mergePlan(one, other)

  await work.db.one(saveMerged, [
    kept.id,
    left.name,
    left.nameSource,
    left.number,
    left.email,
    JSON.stringify(left.extraInfo),
    kept.picture_key ?? gone.picture_key,
    kept.removed_at,
    kept.created_at < gone.created_at ? kept.created_at : gone.created_at,
    work.now,
  ])
  await work.db.run(moveAddresses, [gone.id, kept.id])
  await work.runHook(contactsMerging, { keptId: kept.id, goneId: gone.id })
  await work.db.run(deleteContactRow, [gone.id])
  // What waits under an address of one may be of a message that stood in the other's conversation.
  const addresses = await work.db.rows(addressesOfContact, [kept.id])
  await work.runHook(addressesLearnt, { values: addresses.map(({ value }) => value) })
  if (kept.picture_key !== null && gone.picture_key !== null) {
    orderFileRemoval(work, [gone.picture_key])
  }

  const merged = await work.db.one(contactOfAnyStateById, [kept.id]) // with the tickets of both
  if (merged.removed_at === null) work.record(contactChanged, { action: 'update', contact: merged })
  work.record(contactRemoved, { contactId: gone.id })
  return merged
}

/** Which of the two is kept, and what it is called and holds afterwards. */
export function mergePlan<Row extends ContactRow>(one: Row, other: Row) {
  const { kept, gone } = contactToKeep(factsOf(one), factsOf(other))
  const { name, source: nameSource } = mergedName(kept, gone)
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

/** Both lists, each entry once. */
function extraInfoOf(kept: ContactRow, gone: ContactRow): ContactRow['extra_info'] {
  const isKnown = ({ name, value }: { name: string; value: string }) =>
    kept.extra_info.some((entry) => entry.name === name && entry.value === value)
  return [...kept.extra_info, ...gone.extra_info.filter((entry) => !isKnown(entry))]
}

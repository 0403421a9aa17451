import type { ContactListId, TagId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { readTag } from '../tags/tags.read'
import { enqueueContactListNumberChecks } from './check-numbers'
import {
  eraseListItemsOfPhones,
  insertContactListItemsOfTag,
  markNumbersForCheck,
} from './contact-list-items.queries'
import { contactListToChange } from './contact-lists.access'
import { contactListChanged, recordContactListCounters, recordListItemChange } from './contact-lists.events'
import { contactListDeleting } from './contact-lists.hooks'
import {
  type ContactListRow,
  insertContactList,
  removeContactList,
  renameContactList,
} from './contact-lists.queries'
import { contactListView } from './contact-lists.view'

export async function createContactList(work: CompanyWork, name: string): Promise<ContactListRow> {
  const row = await work.db.one(insertContactList, { name, at: work.now })
  work.record(contactListChanged, { action: 'create', record: contactListView(row) })
  return row
}

export async function updateContactList(
  work: CompanyWork,
  id: ContactListId,
  name: string,
): Promise<ContactListRow> {
  await contactListToChange(work, id)
  const row = await work.db.one(renameContactList, { id, name, at: work.now })
  work.record(contactListChanged, { action: 'update', record: contactListView(row) })
  return row
}

export async function deleteContactList(work: PersonWork, id: ContactListId): Promise<void> {
  const { name, item_count: items } = await contactListToChange(work, id)
  await work.runHook(contactListDeleting, { listId: id })

  await work.db.run(removeContactList, { id })
  await recordAudit(work, { act: 'contactList.deleted', subject: { id, name }, detail: { items } })
  work.record(contactListChanged, { action: 'delete', id })
}

/** Adds the contacts of tickets that have the tag, without those already in the list. Returns how many were added. */
export async function addContactsOfTag(work: CompanyWork, id: ContactListId, tagId: TagId): Promise<number> {
  await contactListToChange(work, id)
  await readTag(work, tagId)
  const added = await work.db.rows(insertContactListItemsOfTag, { listId: id, tagId, at: work.now })

  await recordContactListCounters(work, [id])
  recordListItemChange(work, { action: 'reload', contactListId: id, records: [] })
  return added.length
}

export async function markContactListForCheck(work: CompanyWork, id: ContactListId): Promise<ContactListRow> {
  const before = await contactListToChange(work, id)
  await work.db.run(markNumbersForCheck, { listId: id })
  if (before.item_count > 0) enqueueContactListNumberChecks(work)

  const [row = before] = await recordContactListCounters(work, [id])
  recordListItemChange(work, { action: 'reload', contactListId: id, records: [] })
  return row
}

export async function erasePersonFromContactLists(
  work: CompanyWork,
  { phones }: { readonly phones: readonly string[] },
): Promise<void> {
  const gone = await work.db.rows(eraseListItemsOfPhones, { phones })
  const lists = [...new Set(gone.map(({ contact_list_id }) => contact_list_id))]
  if (lists.length === 0) return
  await recordContactListCounters(work, lists)
  for (const contactListId of lists)
    recordListItemChange(work, { action: 'reload', contactListId, records: [] })
}

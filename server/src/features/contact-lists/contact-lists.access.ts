import type { ContactListId, ContactListItemId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type ContactListItemRow, itemById } from './contact-list-items.queries'
import { type ContactListRow, contactListById, lockContactList } from './contact-lists.queries'

type DbReader = Pick<CompanyWork, 'db'>

/** Any list of the company; the route admits admins only. */
export async function contactListToRead({ db }: DbReader, id: ContactListId): Promise<ContactListRow> {
  return requireList(await db.row(contactListById, { id }))
}

export async function contactListToChange({ db }: DbReader, id: ContactListId): Promise<ContactListRow> {
  return requireList(await db.row(lockContactList, { id }))
}

export async function listItemToRead({ db }: DbReader, id: ContactListItemId): Promise<ContactListItemRow> {
  const row = await db.row(itemById, { id })
  if (row === null) throw refuse('ERR_NO_CONTACTLIST_ITEM_FOUND')
  return row
}

/** A row of a list, locked through its list, so that changes of one list are serialized. */
export async function listItemToChange(work: DbReader, id: ContactListItemId): Promise<ContactListItemRow> {
  const { contact_list_id: listId } = await listItemToRead(work, id)
  if ((await work.db.row(lockContactList, { id: listId })) === null)
    throw refuse('ERR_NO_CONTACTLIST_ITEM_FOUND')
  return listItemToRead(work, id)
}

function requireList(row: ContactListRow | null): ContactListRow {
  if (row === null) throw refuse('ERR_NO_CONTACTLIST_FOUND')
  return row
}

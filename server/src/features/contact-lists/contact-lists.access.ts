import type { ContactListId, ContactListItemId } from '@balcao/domain/ids'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type ContactListItemRow, contactListItemById } from './contact-list-items.queries'
import { type ContactListRow, contactListById, lockContactList } from './contact-lists.queries'

type DbReader = Pick<CompanyWork, 'db'>

/** Loads a list of the company. The route admits admins only. */
export async function contactListToRead({ db }: DbReader, id: ContactListId): Promise<ContactListRow> {
  return rowOrRefuse(await db.row(contactListById, { id }), 'ERR_NO_CONTACTLIST_FOUND')
}

export async function contactListToChange({ db }: DbReader, id: ContactListId): Promise<ContactListRow> {
  return rowOrRefuse(await db.row(lockContactList, { id }), 'ERR_NO_CONTACTLIST_FOUND')
}

export async function listItemToRead({ db }: DbReader, id: ContactListItemId): Promise<ContactListItemRow> {
  return rowOrRefuse(await db.row(contactListItemById, { id }), 'ERR_NO_CONTACTLIST_ITEM_FOUND')
}

/** Loads a row of a contact list and locks the whole list, so that changes of one list run one after another. */
export async function listItemToChange(work: DbReader, id: ContactListItemId): Promise<ContactListItemRow> {
  const { contact_list_id: listId } = await listItemToRead(work, id)
  rowOrRefuse(await work.db.row(lockContactList, { id: listId }), 'ERR_NO_CONTACTLIST_ITEM_FOUND')
  return listItemToRead(work, id)
}

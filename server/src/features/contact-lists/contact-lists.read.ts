import type { listContactListItems, listContactLists } from '@balcao/contract/contact-lists'
import type { ParsedInputOf } from '@balcao/contract/endpoint'
import { limits } from '@balcao/domain/limits'
import { digitsOf } from '@balcao/domain/phone-number'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import type { CompanyWork } from '../../platform/work'
import { type ContactListItemRow, countContactListItems, listItemsPage } from './contact-list-items.queries'
import { contactListToRead } from './contact-lists.access'
import { type ContactListRow, contactListsPage, countContactLists } from './contact-lists.queries'

type DbReader = Pick<CompanyWork, 'db'>
const choices = 1_000

export function findContactLists(
  { db }: DbReader,
  { searchParam, pageNumber }: ParsedInputOf<typeof listContactLists>['query'],
): Promise<ListPage<ContactListRow>> {
  const statements = { page: contactListsPage, count: countContactLists }
  return readListPage(db, statements, { words: searchParam.trim() }, pageNumber)
}

export function contactListOptions({ db }: DbReader): Promise<ContactListRow[]> {
  return db.rows(contactListsPage, { words: '', limit: choices, offset: 0 })
}

/** One page of a list. Only a search counts rows by a query, because the list has a counter of all its rows. */
export async function readListItemsPage(
  { db }: DbReader,
  query: ParsedInputOf<typeof listContactListItems>['query'],
): Promise<ListPage<ContactListItemRow>> {
  const { contactListId, searchParam, pageNumber, state = null } = query
  const words = searchParam.trim()
  const digits = digitsOf(words) || null
  const offset = (pageNumber - 1) * limits.listPage
  const wanted = { listId: contactListId, words, digits, state }
  const [list, rows, counted] = await Promise.all([
    contactListToRead({ db }, contactListId),
    db.rows(listItemsPage, { ...wanted, limit: limits.listPage, offset }),
    words === '' && state === null ? null : db.one(countContactListItems, wanted),
  ])
  const count = counted?.count ?? list.item_count
  return { rows, count, hasMore: count > offset + rows.length }
}

import type { ContactListId, ContactListItemId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface ContactListRow {
  id: ContactListId
  name: string
  item_count: number
  valid_count: number
  invalid_count: number
  due_count: number
  created_at: Date
  updated_at: Date
}

const contactListColumns =
  'l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at'
const matchesSearch = 'position(plain_text(:words) in plain_text(l.name)) > 0'

export const contactListsPage = statement<{ words: string; limit: number; offset: number }, ContactListRow>(
  'contactLists.page',
  `
  select ${contactListColumns} from contact_lists l where ${matchesSearch} order by plain_text(l.name), l.id limit :limit offset :offset
  `,
)

export const countContactLists = statement<{ words: string }, { count: number }>(
  'contactLists.count',
  `select count(*)::int as count from contact_lists l where ${matchesSearch}`,
)

export const contactListById = statement<{ id: ContactListId }, ContactListRow>(
  'contactLists.byId',
  `select ${contactListColumns} from contact_lists l where l.id = :id`,
)

export const contactListsByIds = statement<{ ids: readonly ContactListId[] }, ContactListRow>(
  'contactLists.byIds',
  `select ${contactListColumns} from contact_lists l where l.id = any (:ids) order by l.id`,
)

/** Locks a list, because a change of its rows also changes the counters in the list. */
export const lockContactList = statement<{ id: ContactListId }, ContactListRow>(
  'contactLists.lock',
  `select ${contactListColumns} from contact_lists l where l.id = :id for no key update of l`,
)

/** Locks the lists of these rows, in order of id. Run it before any change of rows: the order prevents deadlocks. */
export const lockContactLists = statement<{ itemIds: readonly ContactListItemId[] }, { id: ContactListId }>(
  'contactLists.lockOfItems',
  `
  select l.id from contact_lists l
  where l.id in (select i.contact_list_id from contact_list_items i where i.id = any (:itemIds))
  order by l.id
  for no key update of l
  `,
)

export const insertContactList = statement<{ name: string; at: Date }, ContactListRow>(
  'contactLists.insert',
  `
  insert into contact_lists as l (company_id, name, created_at, updated_at)
  values (current_company(), :name, :at, :at)
  returning ${contactListColumns}
  `,
)

export const renameContactList = statement<{ id: ContactListId; name: string; at: Date }, ContactListRow>(
  'contactLists.rename',
  `update contact_lists as l set name = :name, updated_at = :at where l.id = :id returning ${contactListColumns}`,
)

export const removeContactList = statement<{ id: ContactListId }>(
  'contactLists.remove',
  'delete from contact_lists where id = :id',
)

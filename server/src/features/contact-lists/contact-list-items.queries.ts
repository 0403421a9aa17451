import type { NumberCheckState } from '@balcao/domain/contact-lists'
import type { CompanyId, ContactListId, ContactListItemId, TagId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { isUserIdSql } from './user-id-sql'

export interface ContactListItemRow {
  id: ContactListItemId
  company_id: CompanyId
  contact_list_id: ContactListId
  name: string
  number: string
  phone: string
  email: string
  is_whatsapp_valid: boolean
  checked_at: Date | null
  is_check_due: boolean
  created_at: Date
  updated_at: Date
}

const contactListItemColumns = `
  i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
  i.is_check_due, i.created_at, i.updated_at`

/** SQL: the filter of a contact list: `words` for name and e-mail, `digits` for the number, `state` of the check. */
const matchesFilter = `
  i.contact_list_id = :listId
    and (
      position(plain_text(:words) in plain_text(i.name)) > 0
      or position(plain_text(:words) in i.email) > 0
      or position(:digits in i.number) > 0
    )
    and case :state
      when 'valid' then i.is_whatsapp_valid
      when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
      when 'due' then i.is_check_due
      else true
    end`

type ListItemFilter = {
  listId: ContactListId
  words: string
  digits: string | null
  state: NumberCheckState | null
}

/** One page of a list, in order of the index. A text search reads the whole list: 0.1 s for 100,000 rows. */
export const listItemsPage = statement<
  ListItemFilter & { limit: number; offset: number },
  ContactListItemRow
>(
  'contactListItems.page',
  `
  select ${contactListItemColumns} from contact_list_items i where ${matchesFilter} order by plain_text(i.name),
    i.id limit :limit offset :offset
  `,
)

export const countContactListItems = statement<ListItemFilter, { count: number }>(
  'contactListItems.count',
  `select count(*)::int as count from contact_list_items i where ${matchesFilter}`,
)

export const contactListItemById = statement<{ id: ContactListItemId }, ContactListItemRow>(
  'contactListItems.byId',
  `select ${contactListItemColumns} from contact_list_items i where i.id = :id`,
)

/** Inserts people whose number is not in the list in any spelling. Phone numbers, but no user ids, await a check. */
export const insertContactListItems = statement<
  {
    listId: ContactListId
    names: readonly string[]
    numbers: readonly string[]
    phones: readonly string[]
    emails: readonly string[]
    at: Date
  },
  ContactListItemRow
>(
  'contactListItems.insertMany',
  `
  insert into contact_list_items as i
    (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
      created_at, updated_at)
  select current_company(), :listId, p.name, p.number, p.phone, p.email, p.is_user_id,
    case when p.is_user_id then :at::timestamptz end, not p.is_user_id, :at, :at
  from (
    select n.*, ${isUserIdSql('n.phone')} as is_user_id
    from unnest(:names::text[], :numbers::text[], :phones::text[], :emails::text[]) as n (name, number, phone, email)
  ) p
  on conflict (company_id, contact_list_id, phone) do nothing
  returning ${contactListItemColumns}
  `,
)

/** Inserts one contact; no row if the list has the number already. */
export const insertContactListItem = statement<
  {
    listId: ContactListId
    name: string
    number: string
    phone: string
    email: string
    isValid: boolean
    checkedAt: Date | null
    at: Date
  },
  ContactListItemRow
>(
  'contactListItems.insert',
  `
  insert into contact_list_items as i
    (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
      created_at, updated_at)
  values (current_company(), :listId, :name, :number, :phone, :email, :isValid, :checkedAt::timestamptz,
    :checkedAt is null, :at, :at)
  on conflict (company_id, contact_list_id, phone) do nothing
  returning ${contactListItemColumns}
  `,
)

/** Inserts the contacts of tickets with a tag. They write over WhatsApp already, so their numbers need no check. */
export const insertContactListItemsOfTag = statement<
  { listId: ContactListId; tagId: TagId; at: Date },
  { id: number }
>(
  'contactListItems.insertOfTag',
  `
  insert into contact_list_items
    (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
      created_at, updated_at)
  select c.company_id, :listId, c.name, case when a.kind = 'phone' then c.number else a.value end, a.value, c.email,
    true, :at, false, :at, :at
  from contacts c
  join lateral (
    select a.kind, a.value from contact_addresses a
    where a.company_id = c.company_id and a.contact_id = c.id
      and case when c.number = '' then a.kind = 'user' and not a.is_former else a.kind = 'phone' end
    order by right(a.value, 8) = right(c.number, 8) desc, a.value
    limit 1
  ) a on true
  where not c.is_group and c.removed_at is null and c.id in (
    select t.contact_id
    from ticket_tags g
    join tickets t on t.company_id = g.company_id and t.id = g.ticket_id
    where g.tag_id = :tagId
  )
  on conflict (company_id, contact_list_id, phone) do nothing
  returning id
  `,
)

export const contactListItemOfPhone = statement<
  { listId: ContactListId; phone: string },
  { id: ContactListItemId }
>(
  'contactListItems.ofPhone',
  'select id from contact_list_items where contact_list_id = :listId and phone = :phone',
)

export const saveContactListItem = statement<
  {
    id: ContactListItemId
    name: string
    number: string
    phone: string
    email: string
    isValid: boolean
    checkedAt: Date | null
    isDue: boolean
    at: Date
  },
  ContactListItemRow
>(
  'contactListItems.save',
  `
  update contact_list_items as i
  set name = :name, number = :number, phone = :phone, email = :email, is_whatsapp_valid = :isValid,
    checked_at = :checkedAt, is_check_due = :isDue,
    check_tries = 0, updated_at = :at
  where i.id = :id
  returning ${contactListItemColumns}
  `,
)

export const removeContactListItem = statement<{ id: ContactListItemId }>(
  'contactListItems.remove',
  'delete from contact_list_items where id = :id',
)

/** Marks all phone numbers of the list as due for a check. Known results stay until the check replaces them. */
export const markNumbersForCheck = statement<{ listId: ContactListId }>(
  'contactListItems.orderChecks',
  `
  update contact_list_items set is_check_due = true, check_tries = 0
  where contact_list_id = :listId and not is_check_due and not ${isUserIdSql('phone')}
  `,
)

/** The next numbers to check, from all lists of the company; numbers whose check failed before come last. */
export const nextNumberChecks = statement<
  { limit: number },
  { id: ContactListItemId; number: string; phone: string }
>(
  'contactListItems.nextChecks',
  `
  select i.id, i.number, i.phone from contact_list_items i where i.is_check_due
  order by i.check_tries, i.id limit :limit
  `,
)

/** Stores WhatsApp's answers and spelling of the numbers. Skips rows whose number changed since the query. */
export const saveNumberChecks = statement<
  {
    ids: readonly ContactListItemId[]
    phones: readonly string[]
    numbers: readonly string[]
    areValid: readonly boolean[]
    at: Date
  },
  ContactListItemRow
>(
  'contactListItems.saveNumberChecks',
  `
  update contact_list_items as i
  set number = w.number, is_whatsapp_valid = w.is_valid, checked_at = :at, is_check_due = false, check_tries = 0,
    updated_at = :at
  from unnest(:ids::integer[], :phones::text[], :numbers::text[], :areValid::boolean[])
    as w (id, phone, number, is_valid)
  where i.id = w.id and i.phone = w.phone
  returning ${contactListItemColumns}
  `,
)

export const saveFailedNumberChecks = statement<
  { ids: readonly ContactListItemId[]; mostTries: number; at: Date },
  ContactListItemRow
>(
  'contactListItems.saveFailedNumberChecks',
  `
  update contact_list_items as i
  set check_tries = i.check_tries + 1, is_check_due = i.check_tries + 1 < :mostTries, updated_at = :at
  where i.id = any (:ids) and i.is_check_due
  returning ${contactListItemColumns}
  `,
)

export const eraseListItemsOfPhones = statement<
  { phones: readonly string[] },
  { contact_list_id: ContactListId }
>(
  'contactListItems.eraseOf',
  'delete from contact_list_items where phone = any (:phones) returning contact_list_id',
)

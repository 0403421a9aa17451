import type { ListedState } from '@balcao/domain/contact-lists'
import type { CompanyId, ContactListId, ContactListItemId, TagId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

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

const columns = `
  i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
  i.is_check_due, i.created_at, i.updated_at`

/** `$2` the text, `$3` its digits or null, `$4` a state or null. */
const isWanted = `
  i.contact_list_id = $1
    and (
      position(plain_text($2) in plain_text(i.name)) > 0
      or position(plain_text($2) in i.email) > 0
      or position($3 in i.number) > 0
    )
    and case $4
      when 'valid' then i.is_whatsapp_valid
      when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
      when 'due' then i.is_check_due
      else true
    end`

type Wanted = [listId: ContactListId, words: string, digits: string | null, state: ListedState | null]

/** In index order. A text search reads the whole list: 100,000 rows take a tenth of a second. */
export const itemsPage = statement<[...Wanted, limit: number, offset: number], ContactListItemRow>(
  'contactListItems.page',
  `
  select ${columns} from contact_list_items i where ${isWanted} order by plain_text(i.name), i.id limit $5 offset $6
  `,
)

export const countItems = statement<Wanted, { count: number }>(
  'contactListItems.count',
  `
  select count(*)::int as count from contact_list_items i where ${isWanted}
  `,
)

export const itemById = statement<[id: ContactListItemId], ContactListItemRow>(
  'contactListItems.byId',
  `
  select ${columns} from contact_list_items i where i.id = $1
  `,
)

/** Inserts people whose number the list does not hold in any spelling. */
export const insertItems = statement<
  [
    listId: ContactListId,
    names: readonly string[],
    numbers: readonly string[],
    phones: readonly string[],
    emails: readonly string[],
    at: Date,
  ],
  ContactListItemRow
>(
  'contactListItems.insertMany',
  `
  insert into contact_list_items as i
    (company_id, contact_list_id, name, number, phone, email, is_check_due, created_at, updated_at)
  select current_company(), $1, p.name, p.number, p.phone, p.email, true, $6, $6
  from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p (name, number, phone, email)
  on conflict (company_id, contact_list_id, phone) do nothing
  returning ${columns}
  `,
)

/** No row when the list holds the number. */
export const insertItem = statement<
  [
    listId: ContactListId,
    name: string,
    number: string,
    phone: string,
    email: string,
    isValid: boolean,
    checkedAt: Date | null,
    at: Date,
  ],
  ContactListItemRow
>(
  'contactListItems.insert',
  `
  insert into contact_list_items as i
    (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
      created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $7::timestamptz, $7 is null, $8, $8)
  on conflict (company_id, contact_list_id, phone) do nothing
  returning ${columns}
  `,
)

/** Contacts of tickets that have the tag. They write over WhatsApp already, so their numbers need no check. */
export const insertItemsOfTag = statement<[listId: ContactListId, tagId: TagId, at: Date], { id: number }>(
  'contactListItems.insertOfTag',
  `
  insert into contact_list_items
    (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
      created_at, updated_at)
  select c.company_id, $1, c.name, c.number, a.value, c.email, true, $3, false, $3, $3
  from contacts c
  join lateral (
    select a.value from contact_addresses a
    where a.company_id = c.company_id and a.contact_id = c.id and a.kind = 'phone'
    order by right(a.value, 8) = right(c.number, 8) desc, a.value
    limit 1
  ) a on true
  where not c.is_group and c.removed_at is null and c.number <> '' and c.id in (
    select t.contact_id
    from ticket_tags g
    join tickets t on t.company_id = g.company_id and t.id = g.ticket_id
    where g.tag_id = $2
  )
  on conflict (company_id, contact_list_id, phone) do nothing
  returning id
  `,
)

export const itemOfPhone = statement<[listId: ContactListId, phone: string], { id: ContactListItemId }>(
  'contactListItems.ofPhone',
  `
  select id from contact_list_items where contact_list_id = $1 and phone = $2
  `,
)

export const saveItem = statement<
  [
    id: ContactListItemId,
    name: string,
    number: string,
    phone: string,
    email: string,
    isValid: boolean,
    checkedAt: Date | null,
    isDue: boolean,
    at: Date,
  ],
  ContactListItemRow
>(
  'contactListItems.save',
  `
  update contact_list_items as i
  set name = $2, number = $3, phone = $4, email = $5, is_whatsapp_valid = $6, checked_at = $7, is_check_due = $8,
    check_tries = 0, updated_at = $9
  where i.id = $1
  returning ${columns}
  `,
)

export const removeItem = statement<[id: ContactListItemId]>(
  'contactListItems.remove',
  `
  delete from contact_list_items where id = $1
  `,
)

/** Known results stay until the new check. */
export const orderChecks = statement<[listId: ContactListId]>(
  'contactListItems.orderChecks',
  `
  update contact_list_items set is_check_due = true, check_tries = 0
  where contact_list_id = $1 and not is_check_due
  `,
)

/** The next numbers to check, of all lists; those that failed before come last. */
export const nextChecks = statement<
  [limit: number],
  { id: ContactListItemId; number: string; phone: string }
>(
  'contactListItems.nextChecks',
  `
  select i.id, i.number, i.phone from contact_list_items i where i.is_check_due
  order by i.check_tries, i.id limit $1
  `,
)

/** Stores WhatsApp's answers, except for rows whose number changed meanwhile. `number` is WhatsApp's spelling. */
export const noteChecks = statement<
  [
    ids: readonly ContactListItemId[],
    phones: readonly string[],
    numbers: readonly string[],
    areValid: readonly boolean[],
    at: Date,
  ],
  ContactListItemRow
>(
  'contactListItems.noteChecks',
  `
  update contact_list_items as i
  set number = w.number, is_whatsapp_valid = w.is_valid, checked_at = $5, is_check_due = false, check_tries = 0,
    updated_at = $5
  from unnest($1::integer[], $2::text[], $3::text[], $4::boolean[]) as w (id, phone, number, is_valid)
  where i.id = w.id and i.phone = w.phone
  returning ${columns}
  `,
)

/** The query failed: tries again later, up to the limit. */
export const noteFailedChecks = statement<
  [ids: readonly ContactListItemId[], mostTries: number, at: Date],
  ContactListItemRow
>(
  'contactListItems.noteFailedChecks',
  `
  update contact_list_items as i
  set check_tries = i.check_tries + 1, is_check_due = i.check_tries + 1 < $2, updated_at = $3
  where i.id = any ($1) and i.is_check_due
  returning ${columns}
  `,
)

export const eraseItemsOf = statement<[phones: readonly string[]], { contact_list_id: ContactListId }>(
  'contactListItems.eraseOf',
  `
  delete from contact_list_items where phone = any ($1) returning contact_list_id
  `,
)

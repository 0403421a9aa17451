import { insertRowsStatement } from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

export const contactsOfMovedAddresses = statement<
  { kinds: readonly string[]; values: readonly string[] },
  { kind: string; value: string; contact_id: number }
>(
  'contacts.holdersOfAddresses',
  `
  select w.kind, w.value, a.contact_id
  from unnest(:kinds::text[], :values::text[]) as w (kind, value)
  cross join lateral (
    select k.contact_id from contact_addresses k
    where k.company_id = (select current_company()) and k.kind = w.kind and k.value = w.value offset 0
  ) as a
  `,
)

export const insertMovedContacts = insertRowsStatement(
  'contacts.insertMoved',
  'contacts',
  'id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at',
)

export const insertMovedAddresses = insertRowsStatement(
  'contacts.insertMovedAddresses',
  'contact_addresses',
  'kind, value, contact_id',
  'on conflict do nothing',
)

/** Fills in what an imported contact lacks from a second row of the source. */
export const fillGapsOfMovedContacts = statement<{ rows: string; at: Date }>(
  'contacts.completeMoved',
  `
  update contacts c
  set name = case when c.name_source = 'stand-in' then r.name else c.name end,
    name_source = case when c.name_source = 'stand-in' then r.name_source else c.name_source end,
    number = case when c.number = '' then r.number else c.number end,
    email = case when c.email = '' then r.email else c.email end,
    extra_info = case when c.extra_info = '[]' then r.extra_info else c.extra_info end, updated_at = :at
  from jsonb_to_recordset(:rows::jsonb)
    as r (id int, name text, name_source text, number text, email text, extra_info jsonb)
  where c.id = r.id
  `,
)

/** Removes LIDs (WhatsApp ids without a phone number) that an earlier run stored as phone numbers of contacts. */
export const deleteMistakenPhones = statement<{ values: readonly string[] }>(
  'contacts.deleteMistakenPhones',
  `
  with mistaken as (
    delete from contact_addresses where kind = 'phone' and value = any (:values) returning contact_id, value
  )
  update contacts c
  set number = case when regexp_replace(c.number, '\\D', '', 'g') = m.value then '' else c.number end
  from mistaken m where c.id = m.contact_id
  `,
)

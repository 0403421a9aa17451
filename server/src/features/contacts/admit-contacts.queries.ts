import type { NameSource } from '@balcao/domain/contact-name'
import type { ContactId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/**
 * Makes PostgreSQL plan again in this transaction. A foreign-key check that was planned while the tables were empty
 * scans all contacts of the company each time: 50,000 new contacts took 113 s.
 */
export const forceCustomQueryPlans = statement<NoParams, { planned: string }>(
  'contacts.planAnew',
  `select set_config('plan_cache_mode', 'force_custom_plan', true) as planned`,
)

/** The contacts that hold these canonical phones, oldest first, locked until the transaction ends. */
export const lockContactsOfPhones = statement<
  { phones: readonly string[] },
  { phone: string; contact_id: ContactId; removed_at: Date | null }
>(
  'contacts.lockHoldersOfPhones',
  `
  select a.value as phone, a.contact_id, c.removed_at
  from contact_addresses a
  join contacts c on c.company_id = a.company_id and c.id = a.contact_id
  where a.kind = 'phone' and a.value = any (:phones)
  order by c.id
  for no key update of c
  `,
)

type People = {
  phones: readonly string[]
  names: readonly (string | null)[]
  sources: readonly (NameSource | null)[]
  numbers: readonly string[]
  emails: readonly string[]
  extraInfo: readonly string[]
}

/** Inserts contacts. One without a name gets the name that WhatsApp reported earlier, else its number. */
export const insertImportedContacts = statement<People & { uuids: readonly string[]; at: Date }>(
  'contacts.insertPeople',
  `
  with wanted as (
    select * from unnest(:phones::text[], :names::text[], :sources::text[], :numbers::text[], :emails::text[],
      :extraInfo::text[], :uuids::uuid[])
      as p (phone, name, source, number, email, extra, uuid)
  ), fresh as (
    insert into contacts
      (company_id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
    select current_company(), p.uuid, coalesce(p.name, t.name, p.number), coalesce(p.source, t.source, 'stand-in'),
      p.number, p.email, false, p.extra::jsonb, :at::timestamptz, :at
    from wanted p
    left join reported_names t on t.kind = 'phone' and t.value = p.phone
    returning id, uuid
  )
  insert into contact_addresses (company_id, kind, value, contact_id)
  select current_company(), 'phone', p.phone, f.id from wanted p join fresh f on f.uuid = p.uuid
  `,
)

/** Restores soft-deleted contacts, with the imported name, number and details. */
export const restoreImportedContacts = statement<People & { ids: readonly ContactId[]; at: Date }>(
  'contacts.restorePeople',
  `
  update contacts c
  set name = coalesce(p.name, c.name), name_source = coalesce(p.source, c.name_source), number = p.number,
    email = case when p.email = '' then c.email else p.email end,
    extra_info = case when p.extra = '[]' then c.extra_info else p.extra::jsonb end,
    removed_at = null, updated_at = :at::timestamptz
  from unnest(:phones::text[], :names::text[], :sources::text[], :numbers::text[], :emails::text[],
    :extraInfo::text[], :ids::integer[])
    as p (phone, name, source, number, email, extra, id)
  where c.id = p.id
  `,
)

import type { ContactNameWithSource, NameSource } from '@balcao/domain/contact-name'
import type { ContactId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { type ContactWithConnectionRow, contactWithConnectionColumns } from './contacts.queries'

type Addresses = { kinds: readonly string[]; values: readonly string[] }
type NamedAddresses = Addresses & { names: readonly string[]; sources: readonly NameSource[] }

/** Stores one name for each address. A phone-book name outranks a business name. */
export const saveReportedNames = statement<NamedAddresses & { at: Date }>(
  'contacts.saveReportedNames',
  `
  insert into reported_names as t (company_id, kind, value, name, source, reported_at)
  select distinct on (n.kind, n.value) current_company(), n.kind, n.value, n.name, n.source, :at::timestamptz
  from unnest(:kinds::text[], :values::text[], :names::text[], :sources::text[]) as n (kind, value, name, source)
  order by n.kind, n.value, n.source = 'business'
  on conflict (company_id, kind, value) do update
  set name = excluded.name, source = excluded.source, reported_at = excluded.reported_at
  where (excluded.source <> 'business' or t.source = 'business')
    and (t.name, t.source) is distinct from (excluded.name, excluded.source)
  `,
)

export const reportedNames = statement<Addresses, ContactNameWithSource & { kind: string; value: string }>(
  'contacts.reportedNames',
  `
  select wanted.kind, wanted.value, t.name, t.source
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  cross join lateral (
    select n.name, n.source from reported_names n where n.kind = wanted.kind and n.value = wanted.value offset 0
  ) t
  `,
)

export const lockContactsToApplyNames = statement<Addresses, { id: ContactId }>(
  'contacts.lockToName',
  `
  select c.id from contacts c
  where c.id in (
    select a.contact_id
    from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  )
  order by c.id
  for no key update of c
  `,
)

/** Gives contacts the strongest name; `order` has the sources, strongest first. Returns the changed contacts. */
export const applyReportedNames = statement<
  NamedAddresses & { order: readonly NameSource[]; at: Date },
  ContactWithConnectionRow
>(
  'contacts.name',
  `
  update contacts as c
  set name = told.name, name_source = told.source, updated_at = :at
  from (
    select distinct on (a.contact_id) a.contact_id, n.name, n.source
    from unnest(:kinds::text[], :values::text[], :names::text[], :sources::text[]) as n (kind, value, name, source)
    join contact_addresses a on a.kind = n.kind and a.value = n.value
    order by a.contact_id, array_position(:order::text[], n.source)
  ) as told
  where c.id = told.contact_id
    and array_position(:order::text[], told.source) <= array_position(:order::text[], c.name_source)
    and (c.name, c.name_source) is distinct from (told.name, told.source)
  returning ${contactWithConnectionColumns}
  `,
)

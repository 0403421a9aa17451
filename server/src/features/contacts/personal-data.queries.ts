import type { ContactId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export const contactsToExportAsJson = statement<NoParams, { contacts: string }>(
  'contacts.contactsToExportAsJson',
  `
  select coalesce(json_agg(json_build_object('name', c.name, 'number', c.number, 'email', c.email)
    order by c.name, c.id), '[]')::text as contacts
  from contacts c where c.removed_at is null and not c.is_group
  `,
)

/** Clears the data of an erased contact. The row remains for the tickets and messages that reference it. */
export const eraseContactRow = statement<{ contactId: ContactId; name: string; at: Date }>(
  'contacts.erase',
  `
  update contacts
  set name = :name, name_source = 'stand-in', number = '', email = '', extra_info = '[]', picture_key = null,
    removed_at = :at, updated_at = :at
  where id = :contactId
  `,
)

export const eraseAddresses = statement<{ contactId: ContactId; kinds: string[]; values: string[] }>(
  'contacts.eraseAddresses',
  `
  with told as (
    delete from reported_names t
    using unnest(:kinds::text[], :values::text[]) as a (kind, value)
    where t.kind = a.kind and t.value = a.value
  )
  delete from contact_addresses where contact_id = :contactId
  `,
)

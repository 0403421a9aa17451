import type { ContactId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface ContactRow {
  id: ContactId
  uuid: string
  name: string
  is_name_ours: boolean
  number: string
  email: string
  is_group: boolean
  extra_info: { name: string; value: string }[]
  picture_key: string | null
  picture_checked_at: Date | null
  removed_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = `
  c.id, c.uuid, c.name, c.is_name_ours, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
  c.picture_checked_at, c.removed_at, c.created_at, c.updated_at`

/** A phone number here is canonical, so that both spellings of a Brazilian mobile meet. */
export const contactsByAddress = statement<
  [kinds: string[], values: string[]],
  ContactRow & { kind: string }
>(
  'contacts.byAddress',
  `
  select ${columns}, a.kind
  from unnest($1::text[], $2::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  join contacts c on c.company_id = a.company_id and c.id = a.contact_id
  order by a.kind desc
  `,
)

/** Held to the end of the act: two acts that meet the same unknown address make one contact of it. */
export const lockAddresses = statement<[kinds: string[], values: string[]], { locked: null }>(
  'contacts.lockAddresses',
  `
  select pg_advisory_xact_lock(current_company(), hashtext(wanted.kind || ' ' || wanted.value)) as locked
  from (
    select w.kind, w.value from unnest($1::text[], $2::text[]) as w (kind, value) order by w.kind, w.value
  ) as wanted
  `,
)

export const insertContact = statement<
  [
    uuid: string,
    name: string,
    isNameOurs: boolean,
    number: string,
    email: string,
    isGroup: boolean,
    extraInfo: string,
    at: Date,
  ],
  ContactRow
>(
  'contacts.insert',
  `
  insert into contacts as c
    (company_id, uuid, name, is_name_ours, number, email, is_group, extra_info, created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8)
  returning ${columns}
  `,
)

export const insertAddresses = statement<[contactId: ContactId, kinds: string[], values: string[]]>(
  'contacts.insertAddresses',
  `
  insert into contact_addresses (company_id, kind, value, contact_id)
  select current_company(), a.kind, a.value, $1
  from unnest($2::text[], $3::text[]) as a (kind, value)
  on conflict do nothing
  `,
)

export const deletePhoneAddress = statement<[contactId: ContactId]>(
  'contacts.deletePhoneAddress',
  `
  delete from contact_addresses where contact_id = $1 and kind = 'phone'
  `,
)

export const addressesOfContact = statement<
  [contactId: ContactId],
  { kind: 'phone' | 'lid' | 'group'; value: string }
>(
  'contacts.addresses',
  `
  select kind, value from contact_addresses where contact_id = $1
  `,
)

export const contactById = statement<[contactId: ContactId], ContactRow>(
  'contacts.byId',
  `
  select ${columns} from contacts c where c.id = $1 and c.removed_at is null
  `,
)

/** Acts that open a ticket for the contact stand in line here (one live ticket per contact). */
export const lockContact = statement<[contactId: ContactId], ContactRow>(
  'contacts.lock',
  `
  select ${columns} from contacts c where c.id = $1 for no key update
  `,
)

export const updateContact = statement<
  [
    contactId: ContactId,
    name: string,
    isNameOurs: boolean,
    number: string,
    email: string,
    extraInfo: string,
    at: Date,
  ],
  ContactRow
>(
  'contacts.update',
  `
  update contacts as c
  set name = $2, is_name_ours = $3, number = $4, email = $5, extra_info = $6::jsonb, updated_at = $7, removed_at = null
  where c.id = $1
  returning ${columns}
  `,
)

export const removeContact = statement<[contactId: ContactId, at: Date]>(
  'contacts.remove',
  `
  update contacts set removed_at = $2, updated_at = $2 where id = $1
  `,
)

export const setPicture = statement<[contactId: ContactId, pictureKey: string | null, at: Date], ContactRow>(
  'contacts.setPicture',
  `
  update contacts as c
  set picture_key = $2, picture_checked_at = $3, updated_at = $3
  where c.id = $1
  returning ${columns}
  `,
)

/** `$1` is a pattern over plain text (no accents, lower case), `$2` one over digits; the same for both statements. */
const matches = `
  c.removed_at is null
  and ($1 = '%%' or plain_text(c.name) like $1 or ($2 <> '%%' and c.number like $2))`

export const contactsPage = statement<
  [namePattern: string, numberPattern: string, limit: number, offset: number],
  ContactRow
>(
  'contacts.page',
  `
  select ${columns} from contacts c where ${matches} order by c.name, c.id limit $3 offset $4
  `,
)

export const countContacts = statement<[namePattern: string, numberPattern: string], { count: number }>(
  'contacts.count',
  `
  select count(*) as count from contacts c where ${matches}
  `,
)

import type { NameSource } from '@balcao/domain/contact-name'
import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { liveTicketStatuses } from '@balcao/domain/tickets'
import { sqlTextList, statement } from '../../platform/database/statement'

export interface ContactRow {
  id: ContactId
  uuid: string
  name: string
  name_source: NameSource
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

export type ContactCardRow = Pick<ContactRow, 'id' | 'name' | 'number'>

/** A contact with the connection of its latest ticket. */
export interface ContactWithConnectionRow extends ContactRow {
  whatsapp: { id: ConnectionId; name: string } | null
}

const contactColumns = `
  c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
  c.picture_checked_at, c.removed_at, c.created_at, c.updated_at`

/** SQL: the contact, and the connection of its latest ticket. Inbound processing avoids this subquery. */
export const contactWithConnectionColumns = `${contactColumns}, (
    select json_build_object('id', w.id, 'name', w.name)
    from tickets t
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    where t.company_id = c.company_id and t.contact_id = c.id
    order by t.id desc limit 1
  ) as whatsapp`

/** SQL: the contact that holds each wanted address. `offset 0` forces index reads; PostgreSQL would choose a join. */
const holdersOfWanted = `from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
    cross join lateral (
      select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
    ) a`

/**
 * For each list of addresses, numbered by `asker`, locks the contact that holds all of them; no row if there is none.
 * Locks in order of id. A join in place of the lateral lock would read all contacts of the company.
 */
export const lockContactsByAllAddresses = statement<
  { askers: readonly number[]; kinds: readonly string[]; values: readonly string[] },
  ContactRow & { asker: number }
>(
  'contacts.lockOfAll',
  `
  select c.*, w.asker
  from (
    select n.asker, min(a.contact_id) as contact_id
    from unnest(:askers::int[], :kinds::text[], :values::text[]) as n (asker, kind, value)
    left join lateral (
      select h.contact_id from contact_addresses h where h.kind = n.kind and h.value = n.value offset 0
    ) a on true
    group by n.asker
    having count(distinct a.contact_id) = 1 and count(a.contact_id) = count(*)
    order by contact_id
  ) w
  cross join lateral (
    select ${contactColumns} from contacts c where c.id = w.contact_id for no key update
  ) c
  `,
)

/** The contacts that hold one of these addresses, oldest first, locked in that order until the transaction ends. */
export const lockContactsByAnyAddress = statement<{ kinds: string[]; values: string[] }, ContactRow>(
  'contacts.lockOfAny',
  `
  select ${contactColumns} from contacts c
  where c.id = any (array(
    select a.contact_id
    ${holdersOfWanted}
  ))
  order by c.id
  for no key update of c
  `,
)

export const contactIdsByAnyAddress = statement<
  { kinds: string[]; values: string[] },
  { kind: string; value: string; contact_id: ContactId }
>(
  'contacts.holdersOfAny',
  `
  select wanted.kind, wanted.value, a.contact_id
  ${holdersOfWanted}
  `,
)

/** Takes advisory locks, so that two transactions that meet the same unknown address create only one contact. */
export const lockAddresses = statement<{ kinds: string[]; values: string[] }, { locked: null }>(
  'contacts.lockAddresses',
  `
  select pg_advisory_xact_lock(current_company(), hashtext(wanted.kind || ' ' || wanted.value)) as locked
  from (
    select w.kind, w.value from unnest(:kinds::text[], :values::text[]) as w (kind, value) order by w.kind, w.value
  ) as wanted
  `,
)

/** Inserts contacts, without a connection because they have no ticket yet. The caller enqueues the picture fetch. */
export const insertContacts = statement<
  {
    uuids: readonly string[]
    names: readonly string[]
    nameSources: readonly NameSource[]
    numbers: readonly string[]
    emails: readonly string[]
    areGroups: readonly boolean[]
    extraInfos: readonly string[]
    pictureCheckedAt: Date | null
    at: Date
  },
  ContactWithConnectionRow
>(
  'contacts.insert',
  `
  insert into contacts as c
    (company_id, uuid, name, name_source, number, email, is_group, extra_info, picture_checked_at, created_at, updated_at)
  select current_company(), n.uuid, n.name, n.name_source, n.number, n.email, n.is_group, n.extra_info::jsonb,
    :pictureCheckedAt, :at, :at
  from unnest(:uuids::uuid[], :names::text[], :nameSources::text[], :numbers::text[], :emails::text[],
    :areGroups::boolean[], :extraInfos::text[])
    with ordinality as n (uuid, name, name_source, number, email, is_group, extra_info, position)
  order by n.position
  returning ${contactColumns}, null as whatsapp
  `,
)

export const insertAddresses = statement<{
  contactIds: readonly ContactId[]
  kinds: readonly string[]
  values: readonly string[]
}>(
  'contacts.insertAddresses',
  `
  insert into contact_addresses (company_id, kind, value, contact_id)
  select current_company(), a.kind, a.value, a.contact_id
  from unnest(:contactIds::int[], :kinds::text[], :values::text[]) as a (contact_id, kind, value)
  on conflict do nothing
  `,
)

/** WhatsApp no longer reaches the person by the former addresses; those of `currentValues` are in use again. */
export const markFormerAddresses = statement<{
  contactId: ContactId
  formerKinds: readonly string[]
  formerValues: readonly string[]
  currentKinds: readonly string[]
  currentValues: readonly string[]
}>(
  'contacts.markFormerAddresses',
  `
  update contact_addresses a
  set is_former = (a.kind, a.value) in (select * from unnest(:formerKinds::text[], :formerValues::text[]))
  where a.contact_id = :contactId
    and (a.kind, a.value) in (
      select * from unnest(:formerKinds::text[] || :currentKinds::text[], :formerValues::text[] || :currentValues::text[])
    )
  `,
)

export const deletePhoneAddress = statement<{ contactId: ContactId }>(
  'contacts.deletePhoneAddress',
  `delete from contact_addresses where contact_id = :contactId and kind = 'phone'`,
)

export interface ContactAddressRow {
  readonly contact_id: ContactId
  readonly kind: 'phone' | 'lid' | 'group' | 'user'
  readonly value: string
  readonly number: string
  readonly is_former: boolean
}

export const addressesOfContacts = statement<{ contactIds: readonly ContactId[] }, ContactAddressRow>(
  'contacts.addresses',
  `
  select a.contact_id, a.kind, a.value, c.number, a.is_former
  from contact_addresses a
  join contacts c on c.company_id = a.company_id and c.id = a.contact_id
  where a.contact_id = any (:contactIds)
  order by a.kind, a.value
  `,
)

export const contactById = statement<{ contactId: ContactId }, ContactRow>(
  'contacts.byId',
  `select ${contactColumns} from contacts c where c.id = :contactId and c.removed_at is null`,
)

export const contactIncludingDeletedById = statement<{ contactId: ContactId }, ContactWithConnectionRow>(
  'contacts.ofAnyStateById',
  `select ${contactWithConnectionColumns} from contacts c where c.id = :contactId`,
)

/** Serializes transactions that open a ticket for the contact, which has at most one live ticket. */
export const lockContact = statement<{ contactId: ContactId }, ContactRow>(
  'contacts.lock',
  `select ${contactColumns} from contacts c where c.id = :contactId for no key update`,
)

export const contactsByIds = statement<{ contactIds: readonly ContactId[] }, ContactWithConnectionRow>(
  'contacts.byIds',
  `select ${contactWithConnectionColumns} from contacts c where c.id = any (:contactIds) and c.removed_at is null order by c.id`,
)

export const lockContactsByIds = statement<{ contactIds: readonly ContactId[] }, ContactRow>(
  'contacts.lockByIds',
  `
  select ${contactColumns} from contacts c where c.id = any (:contactIds) and c.removed_at is null
  order by c.id
  for no key update of c
  `,
)

export const countTicketsOfContacts = statement<
  { contactIds: readonly ContactId[] },
  { contact_id: ContactId; tickets: number; live: number }
>(
  'contacts.ticketsOfPair',
  `
  select t.contact_id, count(*)::integer as tickets,
    (count(*) filter (where t.status in (${sqlTextList(liveTicketStatuses)})))::integer as live
  from tickets t where t.contact_id = any (:contactIds) group by t.contact_id
  `,
)

export const updateContact = statement<
  {
    contactId: ContactId
    name: string
    nameSource: NameSource
    number: string
    email: string
    extraInfo: string
    at: Date
  },
  ContactWithConnectionRow
>(
  'contacts.update',
  `
  update contacts as c
  set name = :name, name_source = :nameSource, number = :number, email = :email, extra_info = :extraInfo::jsonb,
    updated_at = :at, removed_at = null
  where c.id = :contactId
  returning ${contactWithConnectionColumns}
  `,
)

/** Saves what WhatsApp reported about a contact. `removedAt` null restores a deleted contact. */
export const updateReportedContact = statement<
  {
    contactId: ContactId
    name: string
    nameSource: NameSource
    number: string
    removedAt: Date | null
    at: Date
  },
  ContactWithConnectionRow
>(
  'contacts.saveReportedFacts',
  `
  update contacts as c
  set name = :name, name_source = :nameSource, number = :number, removed_at = :removedAt, updated_at = :at
  where c.id = :contactId
  returning ${contactWithConnectionColumns}
  `,
)

export const saveMergedContact = statement<
  {
    contactId: ContactId
    name: string
    nameSource: NameSource
    number: string
    email: string
    extraInfo: string
    pictureKey: string | null
    removedAt: Date | null
    createdAt: Date
    at: Date
  },
  ContactRow
>(
  'contacts.saveMerged',
  `
  update contacts as c
  set name = :name, name_source = :nameSource, number = :number, email = :email, extra_info = :extraInfo::jsonb,
    picture_key = :pictureKey,
    removed_at = :removedAt, created_at = :createdAt, updated_at = :at
  where c.id = :contactId
  returning ${contactColumns}
  `,
)

export const moveAddressesToContact = statement<{ from: ContactId; to: ContactId }>(
  'contacts.moveAddresses',
  `update contact_addresses set contact_id = :to where contact_id = :from`,
)

/** Deletes a contact. A foreign key refuses this while a ticket or message still references the contact. */
export const deleteContactRow = statement<{ contactId: ContactId }>(
  'contacts.delete',
  `delete from contacts where id = :contactId`,
)

export const markContactRemoved = statement<{ contactId: ContactId; at: Date }>(
  'contacts.remove',
  `update contacts set removed_at = :at, updated_at = :at where id = :contactId`,
)

/** Marks contacts for which a picture job is enqueued. No second job is needed, because a job survives a restart. */
export const markContactPicturesChecked = statement<{ contactIds: readonly ContactId[]; at: Date }>(
  'contacts.markContactPicturesChecked',
  `update contacts set picture_checked_at = :at where id = any (:contactIds)`,
)

/** Saves new pictures of contacts, which the caller has locked. */
export const saveContactPictures = statement<
  { contactIds: readonly ContactId[]; pictureKeys: readonly string[]; at: Date },
  ContactWithConnectionRow
>(
  'contacts.setPictures',
  `
  update contacts as c
  set picture_key = n.picture_key, updated_at = :at
  from unnest(:contactIds::int[], :pictureKeys::text[]) as n (contact_id, picture_key)
  where c.id = n.contact_id
  returning ${contactWithConnectionColumns}
  `,
)

export const contactsPage = statement<{ limit: number; offset: number }, ContactWithConnectionRow>(
  'contacts.page',
  `
  select ${contactWithConnectionColumns} from contacts c where c.removed_at is null order by c.name,
    c.id limit :limit offset :offset
  `,
)

/** The function `search_contacts` finds a page of ids; this statement reads their contacts under row security. */
export const searchContacts = statement<
  { words: string; digits: string | null; limit: number; offset: number },
  ContactWithConnectionRow
>(
  'contacts.found',
  `
  select ${contactWithConnectionColumns}
  from search_contacts(:words, :digits, :limit, :offset) with ordinality as f (id, place)
  join contacts c on c.id = f.id
  order by f.place
  `,
)

/**
 * The contacts that match the search best; of equal matches, the one with the latest ticket comes first. The SQL
 * function ranks by the trigram index; the lateral join reads one ticket for each of `most` contacts by an index.
 */
export const rankedContactChoices = statement<
  { words: string; digits: string | null; most: number },
  ContactCardRow
>(
  'contacts.toChoose',
  `
  select c.id, c.name, c.number
  from choose_contacts(:words, :digits, :most) f
  join contacts c on c.id = f.contact_id
  left join lateral (
    select t.last_at from tickets t
    where t.company_id = c.company_id and t.contact_id = c.id
    order by t.id desc limit 1
  ) latest on true
  order by f.nearness, latest.last_at desc nulls last, c.name, c.id
  `,
)

/** Deleted contacts that match the search; erased ones have no address and are left out. A partial index serves it. */
export const searchRemovedContacts = statement<
  { words: string; digits: string | null; limit: number; offset: number },
  ContactWithConnectionRow & { total: number }
>(
  'contacts.removedFound',
  `
  select ${contactWithConnectionColumns}, count(*) over () as total
  from contacts c
  where c.removed_at is not null
    and exists (select from contact_addresses a where a.company_id = c.company_id and a.contact_id = c.id)
    and (strpos(c.name_plain, plain_text(:words)) > 0 or strpos(c.number, :digits) > 0)
  order by c.name, c.id
  limit :limit offset :offset
  `,
)

export const contactCardRowsByIds = statement<{ contactIds: readonly ContactId[] }, ContactCardRow>(
  'contacts.peopleByIds',
  `
  select c.id, c.name, c.number from contacts c where c.id = any (:contactIds) and c.removed_at is null
    and not c.is_group
  `,
)

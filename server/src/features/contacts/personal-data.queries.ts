import type { ContactId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const peopleToExport = statement<[], { contacts: string }>(
  'contacts.peopleToExport',
  `
  select coalesce(json_agg(json_build_object('name', c.name, 'number', c.number, 'email', c.email)
    order by c.name, c.id), '[]')::text as contacts
  from contacts c where c.removed_at is null and not c.is_group
  `,
)

export const ticketsToTell = statement<
  [contactId: ContactId],
  {
    id: number
    status: string
    queue: string | null
    attendant: string | null
    created_at: Date
    last_at: Date
  }
>(
  'contacts.ticketsToTell',
  `
  select t.id, t.status, q.name as queue, u.name as attendant, t.created_at, t.last_at
  from tickets t
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.contact_id = $1
  order by t.id
  `,
)

/** In conversations with the contact, and what it wrote itself in groups. */
export const messagesToTell = statement<
  [contactId: ContactId],
  {
    ticket_id: number
    created_at: Date
    from_me: boolean
    media_type: string | null
    body: string
    file_key: string | null
    file_name: string | null
  }
>(
  'contacts.messagesToTell',
  `
  select m.ticket_id, m.created_at, m.from_me, m.media_type, m.body, m.media ->> 'key' as file_key,
    m.media ->> 'fileName' as file_name
  from (
    select a.id from messages a where a.contact_id = $1
    union
    select b.id from messages b where b.author_contact_id = $1
  ) own
  join messages m on m.id = own.id
  order by m.created_at, m.id
  `,
)

export const notesToTell = statement<
  [contactId: ContactId],
  { ticket_id: number; created_at: Date; note: string }
>(
  'contacts.notesToTell',
  `
  select n.ticket_id, n.created_at, n.note from ticket_notes n where n.contact_id = $1 order by n.id
  `,
)

export const schedulesToTell = statement<
  [contactId: ContactId],
  { send_at: Date; status: string; body: string }
>(
  'contacts.schedulesToTell',
  `
  select s.send_at, s.status, s.body from schedules s where s.contact_id = $1 order by s.send_at, s.id
  `,
)

/** Nobody any more: it stands for those whom tickets and messages still count. */
export const eraseContactRow = statement<[contactId: ContactId, name: string, at: Date]>(
  'contacts.erase',
  `
  update contacts
  set name = $2, name_source = 'stand-in', number = '', email = '', extra_info = '[]', picture_key = null,
    removed_at = $3, updated_at = $3
  where id = $1
  `,
)

/** Names that were told of an address go with it. */
export const eraseAddresses = statement<[contactId: ContactId, kinds: string[], values: string[]]>(
  'contacts.eraseAddresses',
  `
  with told as (
    delete from told_names t
    using unnest($2::text[], $3::text[]) as a (kind, value)
    where t.kind = a.kind and t.value = a.value
  )
  delete from contact_addresses where contact_id = $1
  `,
)

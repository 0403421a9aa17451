import type { ContactId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'
import { statement } from '../../platform/database/statement'

/**
 * The export reads all data of a contact, also from queues that the ordering user may not read. A new table with
 * personal data needs a statement here; `personal-data.test.ts` checks that.
 */

export const exportedContact = statement<
  { contactId: ContactId },
  {
    name: string
    number: string
    email: string
    extra_info: { name: string; value: string }[]
    picture_key: string | null
    created_at: Date
  }
>(
  'personalData.contact',
  'select c.name, c.number, c.email, c.extra_info, c.picture_key, c.created_at from contacts c where c.id = :contactId',
)

export const exportedAddresses = statement<
  { contactId: ContactId },
  { kind: string; value: string; reported_name: string | null }
>(
  'personalData.addresses',
  `
  select a.kind, a.value, n.name as reported_name
  from contact_addresses a
  left join reported_names n on n.company_id = a.company_id and n.kind = a.kind and n.value = a.value
  where a.contact_id = :contactId
  order by a.kind, a.value
  `,
)

export const exportedTickets = statement<
  { contactId: ContactId },
  {
    id: number
    status: string
    queue: string | null
    attendant: string | null
    tags: string[]
    ratings: { at: string; rating: number }[]
    created_at: Date
    last_at: Date
  }
>(
  'personalData.tickets',
  `
  select t.id, t.status, q.name as queue, u.name as attendant, t.created_at, t.last_at,
    array(
      select g.name from ticket_tags x join tags g on g.company_id = x.company_id and g.id = x.tag_id
      where x.ticket_id = t.id order by g.name
    ) as tags,
    (
      select coalesce(json_agg(json_build_object('at', e.at, 'rating', e.rating) order by e.id), '[]')
      from ticket_events e where e.ticket_id = t.id and e.kind = 'rated'
    ) as ratings
  from tickets t
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.contact_id = :contactId
  order by t.id
  `,
)

export interface ExportedMessage {
  id: number
  ticket_id: number
  created_at: Date
  from_me: boolean
  user_name: string | null
  author: string | null
  media_type: string | null
  body: string
  transcript: string | null
  location: unknown
  link_preview: LinkPreview | null
  raw_content: string | null
  file_key: string | null
  file_name: string | null
  is_deleted: boolean
  edited_at: Date | null
  reactions: { emoji: string; from: string | null; at: string }[]
}

/** Messages of the contact's tickets, and the contact's own messages in groups, in order of id. */
export const exportedMessages = statement<
  { contactId: ContactId; after: number; limit: number },
  ExportedMessage
>(
  'personalData.messages',
  `
  select m.id::float8 as id, m.ticket_id, m.created_at, m.from_me, u.name as user_name, w.name as author, m.media_type,
    m.body, b.transcripts ->> m.id::text as transcript, m.location, m.link_preview, m.raw_content,
    m.media ->> 'key' as file_key,
    m.media ->> 'fileName' as file_name, m.is_deleted, m.edited_at,
    (
      select coalesce(json_agg(json_build_object('emoji', r.emoji, 'from', coalesce(p.name, s.name), 'at', r.at)
        order by r.id), '[]')
      from message_reactions r
      left join contacts p on p.company_id = r.company_id and p.id = r.contact_id
      left join users s on s.company_id = r.company_id and s.id = r.user_id
      where r.message_id = m.id and (m.contact_id = :contactId or r.contact_id = :contactId)
    ) as reactions
  from (
    (select x.id from messages x where x.contact_id = :contactId and x.id > :after order by x.id limit :limit)
    union
    (select y.id from messages y where y.author_contact_id = :contactId and y.id > :after order by y.id limit :limit)
  ) own
  join messages m on m.id = own.id
  left join users u on u.company_id = m.company_id and u.id = m.user_id
  left join contacts w on w.company_id = m.company_id and w.id = m.author_contact_id
  left join bot_talks b on b.company_id = m.company_id and b.ticket_id = m.ticket_id
  order by m.id
  limit :limit
  `,
)

/** The contact's reactions to messages of others, in groups. */
export const exportedReactions = statement<
  { contactId: ContactId },
  { message_id: number; emoji: string; at: Date }
>(
  'personalData.reactions',
  `
  select r.message_id::float8 as message_id, r.emoji, r.at
  from message_reactions r where r.contact_id = :contactId order by r.id
  `,
)

export const exportedNotes = statement<
  { contactId: ContactId },
  { ticket_id: number; created_at: Date; user_name: string | null; note: string }
>(
  'personalData.notes',
  `
  select n.ticket_id, n.created_at, u.name as user_name, n.note
  from ticket_notes n left join users u on u.company_id = n.company_id and u.id = n.user_id
  where n.contact_id = :contactId order by n.id
  `,
)

export const exportedSchedules = statement<
  { contactId: ContactId },
  {
    id: number
    send_at: Date
    status: string
    body: string
    file_key: string | null
    file_name: string | null
  }
>(
  'personalData.schedules',
  `
  select s.id, s.send_at, s.status, s.body, s.media ->> 'key' as file_key, s.media ->> 'fileName' as file_name
  from schedules s where s.contact_id = :contactId order by s.send_at, s.id
  `,
)

export const exportedContactListItems = statement<
  { phones: readonly string[] },
  { list: string; name: string; number: string; email: string; created_at: Date }
>(
  'personalData.listed',
  `
  select l.name as list, i.name, i.number, i.email, i.created_at
  from contact_list_items i
  join contact_lists l on l.company_id = i.company_id and l.id = i.contact_list_id
  where i.phone = any (:phones::text[])
  order by i.id
  `,
)

/** Includes campaigns that were deleted in the last thirty days. */
export const exportedCampaigns = statement<
  { phones: readonly string[] },
  { campaign: string; name: string; number: string; email: string; state: string; delivered_at: Date | null }
>(
  'personalData.campaigns',
  `
  select c.name as campaign, s.name, s.number, s.email, s.state, s.delivered_at
  from campaign_shipping s
  join campaigns c on c.company_id = s.company_id and c.id = s.campaign_id
  where s.phone = any (:phones::text[])
  union all
  select w.campaign_name, w.name, w.number, '', 'sent', w.written_at
  from campaign_writings w
  where w.phone = any (:phones::text[])
  order by delivered_at nulls last
  `,
)

export const exportedOptOuts = statement<
  { phones: readonly string[] },
  { name: string; number: string; word: string | null; created_at: Date }
>(
  'personalData.optOuts',
  `
  select o.name, o.number, o.word, o.created_at from campaign_opt_outs o
    where o.phone = any (:phones::text[]) order by o.id
  `,
)

export const exportedContactImportRows = statement<
  { phones: readonly string[] },
  { file_name: string; row_number: number; cells: string[]; created_at: Date }
>(
  'personalData.imported',
  `
  select i.file_name, r.row_number, r.cells, i.created_at
  from contact_import_rows r
  join contact_imports i on i.company_id = r.company_id and i.id = r.import_id
  where r.phone = any (:phones::text[])
  order by r.import_id, r.place
  `,
)

import type { UnsignedMessage } from './messages.view'

/** A message as JSON in the wire format, with file keys that still need signing. */
export interface MessageWireRow {
  message: UnsignedMessage
}

/** Columns as one JSON object; null where `found` is not true. */
const object = (columns: string, found = 'true') =>
  `case when ${found} then (select o from (select ${columns}) o) end`

// Removed reactions stay as rows without an emoji, so that a late copy of an older one does not restore it.
const reactions = `(
      select coalesce(json_agg(reaction), '[]') from (
        select r.emoji, r.contact_id is null as "fromMe",
          ${object('rc.id, rc.name', 'rc.id is not null')} as contact,
          ${object('ru.id, ru.name', 'ru.id is not null')} as "user",
          wire_time(r.at) as "createdAt"
        from message_reactions r
        left join contacts rc on rc.company_id = r.company_id and rc.id = r.contact_id
        left join users ru on ru.company_id = r.company_id and ru.id = r.user_id
        where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '' and not m.is_deleted
        order by r.at, r.id) reaction
    )`

// `case`, not `coalesce`: PostgreSQL treats coalesce as leaky, so that under row security the key would use no index
// and each message would read all contacts of the company.
const writerOf = (message: 'm' | 'qm') => `(
      select o from (
        select c.id, c.name from contacts c
        where c.company_id = ${message}.company_id
          and c.id = case when ${message}.author_contact_id is null then ${message}.contact_id else ${message}.author_contact_id end
      ) o)`

// A subquery, run only for messages with a quote. As joins the planner could reorder them: without statistics each
// message built every quoted message with every contact (97 ms for 900 of them).
export const quotedMessage = `(
      select o from (
        select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
          qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
          qm.is_deleted as "isDeleted", case when not qm.from_me then ${writerOf('qm')} end as contact
        from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
      ) o)`

// A deleted message keeps its place and loses its content (CONVO-09). `row_to_json` converts whole rows, because
// objects built field by field cost the database twice as much.
const columns = `
  m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
  case when m.is_deleted then '' else m.body end as body,
  m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
  null as "mediaUrl", case when not m.is_deleted then m.media end as media,
  m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
  case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange", ${reactions} as reactions, m.is_automatic as "isAutomatic", m.origin,
  case when not m.from_me then ${writerOf('m')} end as contact,
  case when m.user_id is not null then (
    select o from (
      select u.id, u.name from users u where u.company_id = m.company_id and u.id = m.user_id
    ) o) end as "user",
  case when m.quoted_id is not null then ${quotedMessage} end as "quotedMsg",
  wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt"`

/** The JSON of the message `m`, as the column `message`. `unsignedMessage` makes the same of a message not yet stored. */
export const wireMessage = `(select row_to_json(wire) from (select ${columns}) wire) as message`

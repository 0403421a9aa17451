import type { UnsignedMessage } from './messages.view'

/** A message as JSON in the wire format, with file keys that still need signing. */
export interface MessageWireRow {
  message: UnsignedMessage
}

/** Reads names by subqueries, because with a join the planner may read all contacts of the company. */
const personOf = (table: 'contacts' | 'users', row: string, id: string) => `(
      select o from (select p.id, p.name from ${table} p where p.company_id = ${row}.company_id and p.id = ${id}) o)`

const reactionColumns = `r.emoji, r.contact_id is null as "fromMe",
          case when r.contact_id is not null then ${personOf('contacts', 'r', 'r.contact_id')} end as contact,
          case when r.user_id is not null then ${personOf('users', 'r', 'r.user_id')} end as "user",
          wire_time(r.at) as "createdAt"`

/**
 * SQL: the message's reactions. A removed reaction stays as a row without an emoji, so that a late copy of an older
 * reaction does not restore it.
 */
const reactionsOfIt = `(
      select coalesce(json_agg(reaction), '[]') from (
        select ${reactionColumns}
        from message_reactions r
        where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '' and not m.is_deleted
        order by r.at, r.id) reaction
    )`

/**
 * SQL: the contact who wrote the message. `case`, because PostgreSQL treats `coalesce` as leaky, and under row security
 * would use no index for it.
 */
const writerIdOf = (message: 'm' | 'qm') =>
  `case when ${message}.author_contact_id is null then ${message}.contact_id else ${message}.author_contact_id end`

const writerOf = (message: 'm' | 'qm') => personOf('contacts', message, writerIdOf(message))

const quotedColumns = `qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
          qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
          qm.is_deleted as "isDeleted", case when not qm.from_me then ${writerOf('qm')} end as contact`

/** SQL: the quoted message. With a join, the planner built every quoted message with every contact (97 ms for 900). */
export const quotedMessageSql = `(
      select o from (
        select ${quotedColumns} from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
      ) o)`

/**
 * SQL: the columns of a message on the wire; a deleted message has no content (CONVO-09). `row_to_json` over columns
 * costs half as much as an object built field by field.
 */
const wireMessageColumns = (reactionsAndPeople: string) => `
  m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
  case when m.is_deleted then '' else m.body end as body,
  m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
  null as "mediaUrl", case when not m.is_deleted then m.media end as media,
  m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
  case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange",
  m.is_automatic as "isAutomatic", m.origin, ${reactionsAndPeople},
  wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt"`

/** SQL: the JSON of the message `m`. `unsignedMessageOf` builds the same JSON for a new message. */
export const wireMessageSql = `(
    select row_to_json(wire) from (select ${wireMessageColumns(`${reactionsOfIt} as reactions,
  case when not m.from_me then ${writerOf('m')} end as contact,
  case when m.user_id is not null then ${personOf('users', 'm', 'm.user_id')} end as "user",
  case when m.quoted_id is not null then ${quotedMessageSql} end as "quotedMsg"`)}) wire) as message`

/** SQL: a JSON array of the rows of a subquery, in its order. */
const all = (rows: string) => `(select coalesce(json_agg(named), '[]') from (${rows}) named)`

/** SQL of a `MessagesJsonParts` row. Reading people, quotes and reactions once for the page takes half the time. */
export const messagesJsonSql = (part: string, order: 'desc' | 'asc') => `
  select coalesce(page.messages, '') as messages,
    ${all('select c.id, c.name from contacts c where c.id = any (page.contact_ids)')} as contacts,
    ${all('select u.id, u.name from users u where u.id = any (page.user_ids)')} as users,
    ${all(`
      select r.message_id as "messageId", ${reactionColumns}
      from message_reactions r
      where r.message_id = any (page.kept_ids) and r.emoji <> ''
      order by r.at, r.id`)} as reactions,
    ${all(`select ${quotedColumns} from messages qm where qm.id = any (page.quoted_ids)`)} as quotes
  from (
    select string_agg(row_to_json(message)::text, chr(10)) as messages,
      array_agg(message.id) filter (where not message."isDeleted") as kept_ids, array_agg(message.contact) as contact_ids,
      array_agg(message."user") as user_ids, array_agg(message."quotedMsg") as quoted_ids
    from (
      select ${wireMessageColumns(`m.id as reactions,
  case when not m.from_me then ${writerIdOf('m')} end as contact, m.user_id as "user", m.quoted_id as "quotedMsg"`)}
      from (${part}) m
      order by m.id ${order}
    ) message
  ) page`

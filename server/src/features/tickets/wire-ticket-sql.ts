import type { UnsignedTicket } from './tickets.view'

/** A ticket as JSON in the wire's shape, except for the picture, which is a key that is not signed yet. */
export interface TicketWireRow {
  ticket: UnsignedTicket
}

/** The columns as one JSON object. */
const object = (columns: string) => `(select o from (select ${columns}) o)`

// The author of a group's last message. A subquery for groups only, so that other tickets, which show their contact
// already, cost nothing more (docs/features/tickets.md).
export const lastAuthor = `(
    select o from (
      select a.id, a.name from contacts a
      where a.company_id = t.company_id and a.id = (
        select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
    ) o)`

// The customer's last text, which lists show for a pending ticket in place of a bot's answer. It reads the 20 newest
// messages only, so that a long series of our own messages costs no more (docs/features/tickets.md).
export const customerWords = `(
    select left(said.body, 200) from (
      select m.* from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id
      order by m.id desc limit 20
    ) said
    where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
      and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
    order by said.id desc limit 1)`
export const isLastOfBot = `(
    select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id)`

export const tagsOfTicket = `(select coalesce(json_agg(tag), '[]') from (
    select g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id
    order by g.name) tag)`

// Lists, single answers and events share these columns, so that all show the same. `row_to_json` of a row costs the
// database half of a `json_build_object` with all names.
const columns = `
  t.id, t.uuid, t.status, t.company_id as "companyId",
  t.user_id as "userId", case when u.id is not null then ${object('u.id, u.name')} end as "user",
  t.queue_id as "queueId", case when q.id is not null then ${object('q.id, q.name, q.color')} end as queue,
  t.connection_id as "whatsappId", case when w.id is not null then ${object('w.id, w.name')} end as whatsapp,
  t.contact_id as "contactId",
  ${object(`c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
    c.extra_info as "extraInfo"`)} as contact,
  ${tagsOfTicket} as tags,
  t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
  t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",
  case when t.is_group and not t.last_message_from_me and t.last_message <> '' then ${lastAuthor} end
    as "lastMessageAuthor",
  case when t.status = 'pending' and t.last_message_from_me and ${isLastOfBot} then ${customerWords} end
    as "customerWords",
  case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
  wire_time(t.waiting_since) as "waitingSince",
  t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
  t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
  wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version`

export const wireTicket = `(select row_to_json(wire) from (select ${columns}) wire) as ticket`

export const wireJoins = `
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id`

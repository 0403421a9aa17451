import type { TicketsJsonParts } from './tickets.view'

/** SQL: the author of a group's last message. Other tickets show their contact instead (docs/features/tickets.md). */
const lastAuthor = `(
    select o from (
      select a.id, a.name from contacts a
      where a.company_id = t.company_id and a.id = (
        select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
    ) o)`

/** SQL: the customer's last text, shown in place of a bot's answer. Reads only the 20 newest messages. */
const customerWords = `(
    select left(said.body, 200) from (
      select m.* from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id
      order by m.id desc limit 20
    ) said
    where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
      and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
    order by said.id desc limit 1)`
const isLastOfBot = `(
    select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id)`

export const lastMessageAuthorSql = `
  case when t.is_group and not t.last_message_from_me and t.last_message <> '' then ${lastAuthor} end`
export const lastCustomerTextSql = `
  case when t.status = 'pending' and t.last_message_from_me and ${isLastOfBot} then ${customerWords} end`

export const tagsOfTicketSql = `(select coalesce(json_agg(tag), '[]') from (
    select g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id
    order by g.name) tag)`

/** SQL: until when free messages may be sent over the ticket's connection. */
export const replyUntilSql = `(
    select r.closes_at from reply_windows r
    where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)`

/** SQL: joins the tables whose names a ticket shows. */
export const ticketViewJoins = `
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id`

/** A page of tickets, and the number of its tickets. */
export type TicketsPageJson = TicketsJsonParts & { shown: number }

/** SQL: a JSON array of the rows of a subquery, in its order. */
const all = (rows: string) => `(select coalesce(json_agg(named), '[]') from (${rows}) named)`

/** SQL: one `TicketsPageJson`; `page` selects ids. Reading each name once for the page saves a third of the time. */
export const ticketsPageSql = (page: string) => `
  select coalesce(page.tickets::text, '[]') as tickets, page.shown,
    ${all('select u.id, u.name from users u where u.id = any (page.user_ids)')} as users,
    ${all('select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)')} as queues,
    ${all('select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)')} as connections,
    ${all(`
      select tt.ticket_id as "ticketId", g.id, g.name, g.color
      from ticket_tags tt
      join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
      where tt.ticket_id = any (page.ids)
      order by g.name`)} as tags
  from (
    select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
      array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
      array_agg(ticket."whatsappId") as connection_ids
    from (
      select t.id, t.uuid, t.status, t.company_id as "companyId",
        t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
        t.contact_id as "contactId", contact,
        t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
        t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",
        ${lastMessageAuthorSql} as "lastMessageAuthor", ${lastCustomerTextSql} as "customerWords",
        case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
        wire_time(${replyUntilSql}) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
        t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
        t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
        wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
      from (${page}) p
      join tickets t on t.id = p.id
      join lateral (
        select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
          c.extra_info as "extraInfo"
        from contacts c where c.company_id = t.company_id and c.id = t.contact_id
      ) contact on true
      order by t.last_at desc, t.id desc
    ) ticket
  ) page`

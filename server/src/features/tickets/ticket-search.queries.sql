-- Printed from ticket-search.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.found
select found.id, found.ticket::text as ticket, found.message_id, found.body
from (
  select (select row_to_json(wire) from (select
t.id, t.uuid, t.status, t.company_id as "companyId",
t.user_id as "userId", case when u.id is not null then (select o from (select u.id, u.name) o) end as "user",
t.queue_id as "queueId", case when q.id is not null then (select o from (select q.id, q.name, q.color) o) end as queue,
t.connection_id as "whatsappId", case when w.id is not null then (select o from (select w.id, w.name) o) end as whatsapp,
t.contact_id as "contactId",
(select o from (select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
  c.extra_info as "extraInfo") o) as contact,
(select coalesce(json_agg(tag), '[]') from (
  select g.id, g.name, g.color
  from ticket_tags tt
  join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
  where tt.company_id = t.company_id and tt.ticket_id = t.id
  order by g.name) tag) as tags,
t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",
case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end
  as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end
  as "customerWords",
wire_time(t.waiting_since) as "waitingSince",
t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket, t.id, m.id as message_id, m.body
  from search_tickets(
    :words, :digits, :isAdmin, :userId, :queueIds, :allTicket, :ownerId, :chosenQueueIds, :unreadOnly, :tagIds,
      :userIds, :createdFrom, :createdUntil, :updatedFrom, :updatedUntil, :status, :limit, :offset
  ) f
  join tickets t on t.id = f.ticket_id
  left join messages m on m.company_id = t.company_id and m.id = f.message_id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
  order by t.last_at desc, t.id desc
) found;

-- Printed from ticket-lists.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.countFilteredOfStatus
select count(*) as count from tickets t where t.status = :status and

(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil));

-- tickets.countOfStatus
select coalesce(sum(t.tickets), 0)::int as count, count(*) filter (where not t.is_compacted) as singles
from ticket_counter_deltas t where t.status = :status and

(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds));

-- tickets.countOfAnyStatus
select count(*) as count from tickets t where

(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil));

-- tickets.filteredOfStatus
select coalesce(json_agg(found.ticket)::text, '[]') as tickets, count(*) as shown
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket
  from (
    select t.id from tickets t
    where t.status = :status and

(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil))
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) p
  join tickets t on t.id = p.id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
  order by t.last_at desc, t.id desc
) found;

-- tickets.lockLongestWaiting
select t.id from tickets t
where t.status = 'pending' and not t.chatbot and
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
order by coalesce(t.waiting_since, t.last_at), t.id
limit 1
for update of t skip locked;

-- tickets.counts
select
  t.status,
  sum(t.tickets)::int as tickets,
  coalesce(sum(t.tickets) filter (where t.queue_id is null), 0)::int as unqueued,
  coalesce(sum(t.tickets) filter (where t.is_unread), 0)::int as unread,
  count(*) filter (where not t.is_compacted) as singles
from ticket_counter_deltas t
where t.status in ('pending', 'open')
  and
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
  and (t.status = 'pending' or :ownerId::int is null or t.user_id = :ownerId)
  and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
group by t.status;

-- tickets.ofAnyStatus
select coalesce(json_agg(found.ticket)::text, '[]') as tickets, count(*) as shown
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket
  from (
    select t.id from tickets t
    where

(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil))
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) p
  join tickets t on t.id = p.id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
  order by t.last_at desc, t.id desc
) found;

-- tickets.ofStatus
select coalesce(json_agg(found.ticket)::text, '[]') as tickets, count(*) as shown
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket
  from (
    select t.id from tickets t
    where t.status = :status and

(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) p
  join tickets t on t.id = p.id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
  order by t.last_at desc, t.id desc
) found;

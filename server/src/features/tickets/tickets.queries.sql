-- Printed from tickets.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.clearUnread
update tickets set unread = 0, version = version + 1 where id = $1 and unread > 0 returning version, contact_id;

-- tickets.delete
delete from tickets where id = $1;

-- tickets.insert
insert into tickets as t
  (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $8)
on conflict do nothing
returning
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version;

-- tickets.insert together
with asked as (select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::boolean[], $8::timestamptz[]) with ordinality as asked (new_uuid, contact, connection, queue, owner, state, group_chat, at, asker)), t as (
  insert into tickets
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
  select current_company(), asked.new_uuid, asked.contact, asked.connection, asked.queue, asked.owner, asked.state, asked.group_chat, asked.at, asked.at
  from asked
  order by asked.asker
  on conflict do nothing
  returning *
)
select asked.asker,
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from asked join t on t.uuid = asked.new_uuid;

-- tickets.latestOfContact
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.contact_id = $1 order by t.status = 'closed', t.is_history, t.id desc limit 1
for no key update;

-- tickets.liveOfContact
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.contact_id = $1 and t.status in ('pending', 'open')
for no key update;

-- tickets.liveOfContact together
select asked.asker, found.*
from unnest($1::int[]) with ordinality as asked (contact, asker)
cross join lateral (
  select * from (
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.contact_id = asked.contact and t.status in ('pending', 'open')
for no key update
  ) found offset 0
) found;

-- tickets.liveOfConnection
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.connection_id = $1 and t.status in ('pending', 'open')
order by t.id
for no key update;

-- tickets.liveOfQueue
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.queue_id = $1 and t.status in ('pending', 'open')
order by t.id
for no key update;

-- tickets.lock
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.id = $1 for no key update;

-- tickets.noteLastMessage
update tickets
set last_message = case when last_message_id = $2 then $3 else last_message end,
  last_message_ack = case when last_message_id = $2 then $4 else last_message_ack end,
  last_message_failed = case when last_message_id = $2 then $5 else last_message_failed end,
  version = version + 1
where id = $1 and case
  when last_message_id = $2
    then last_message <> $3 or last_message_ack <> $4 or last_message_failed <> $5
  else $6 and status = 'pending' and last_message_from_me
end;

-- tickets.noteMessage
with t as (
  update tickets t
  set last_message = $3, last_message_id = $2, last_message_from_me = $4, last_message_ack = $5,
    last_message_failed = false,
    unread = t.unread + case when $6 then 1 else 0 end,
    waiting_since = case
      when t.status = 'closed' then null
      when not $4 then coalesce(t.waiting_since, $7)
      when not $8 then t.waiting_since
    end,
    last_at = greatest(t.last_at, $7), version = t.version + 1
  where t.id = $1
  returning t.*
)
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version, (select row_to_json(wire) from (select
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket from t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id;

-- tickets.noteMessage together
with asked as (select * from unnest($1::int[], $2::bigint[], $3::text[], $4::boolean[], $5::int[], $6::boolean[], $7::timestamptz[], $8::boolean[]) with ordinality as asked (ticket, message, preview, is_ours, ticks, counts, at, answers, asker)), t as (
  update tickets t
  set last_message = asked.preview, last_message_id = asked.message, last_message_from_me = asked.is_ours, last_message_ack = asked.ticks,
    last_message_failed = false,
    unread = t.unread + case when asked.counts then 1 else 0 end,
    waiting_since = case
      when t.status = 'closed' then null
      when not asked.is_ours then coalesce(t.waiting_since, asked.at)
      when not asked.answers then t.waiting_since
    end,
    last_at = greatest(t.last_at, asked.at), version = t.version + 1
  from asked
  where t.id = asked.ticket
  returning t.*, asked.asker
)
select t.asker, found.*
from t cross join lateral (select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version, (select row_to_json(wire) from (select
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket from (select t.*) t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id offset 0) found;

-- tickets.openOfUser
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.user_id = $1 and t.status = 'open' and ($2::int[] is null or t.queue_id = any ($2))
order by t.id
for no key update;

-- tickets.raiseVersion
update tickets set version = version + 1 where id = $1;

-- tickets.save
update tickets t
set status = $2, user_id = $3, queue_id = $4, connection_id = $5, chatbot = $6, use_integration = $7,
  prompt_id = $8, integration_id = $9, last_at = $10, is_history = t.is_history and $2 = 'closed',
  waiting_since = case when $2 <> 'closed' and t.status <> 'closed' then t.waiting_since end, version = t.version + 1
where t.id = $1;

-- tickets.save together
update tickets t
set status = asked.state, user_id = asked.owner, queue_id = asked.queue, connection_id = asked.connection, chatbot = asked.bot, use_integration = asked.assisted,
  prompt_id = asked.prompt, integration_id = asked.integration, last_at = asked.at, is_history = t.is_history and asked.state = 'closed',
  waiting_since = case when asked.state <> 'closed' and t.status <> 'closed' then t.waiting_since end, version = t.version + 1
from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::boolean[], $7::boolean[], $8::int[], $9::int[], $10::timestamptz[]) with ordinality as asked (ticket, state, owner, queue, connection, bot, assisted, prompt, integration, at, asker)
where t.id = asked.ticket
returning asked.asker;

-- tickets.sharedHistory
select
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open' and own.user_id = $2::int)) as is_shared from tickets t where t.id = $1;

-- tickets.byId
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.id = $1;

-- tickets.byId together
select asked.asker, found.*
from unnest($1::int[]) with ordinality as asked (ticket, asker)
cross join lateral (
  select * from (
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.id = asked.ticket
  ) found offset 0
) found;

-- tickets.byUuid
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.uuid = $1;

-- tickets.wireById
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket from tickets t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id where t.id = $1;

-- tickets.wireById together
select asked.asker, found.*
from unnest($1::int[]) with ordinality as asked (ticket, asker)
cross join lateral (
  select * from (
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
wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version) wire) as ticket from tickets t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id where t.id = asked.ticket
  ) found offset 0
) found;

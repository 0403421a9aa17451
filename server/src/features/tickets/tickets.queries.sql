-- Printed from tickets.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.insert
insert into tickets as t
  (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
values (current_company(), :uuid, :contactId, :connectionId, :queueId, :userId, :status, :isGroup, :at, :at)
on conflict do nothing
returning
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version;

-- tickets.insert together
with asked as (select * from unnest(:uuid::uuid[], :contactId::int[], :connectionId::int[], :queueId::int[], :userId::int[], :status::text[], :isGroup::boolean[], :at::timestamptz[]) with ordinality as asked ("uuid", "contactId", "connectionId", "queueId", "userId", "status", "isGroup", "at", asker)), t as (
  insert into tickets
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
  select current_company(), asked."uuid", asked."contactId", asked."connectionId", asked."queueId", asked."userId", asked."status", asked."isGroup", asked."at", asked."at"
  from asked
  order by asked.asker
  on conflict do nothing
  returning *
)
select asked.asker,
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from asked join t on t.uuid = asked."uuid";

-- tickets.latestOfContact
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.contact_id = :contactId order by t.status = 'closed', t.is_history,
  t.id desc limit 1
for no key update;

-- tickets.liveOfContact
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.contact_id = :contactId and t.status in ('pending', 'open')
for no key update;

-- tickets.liveOfConnection
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.connection_id = :connectionId and t.status in ('pending', 'open')
order by t.id
for no key update;

-- tickets.liveOfQueue
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.queue_id = :queueId and t.status in ('pending', 'open')
order by t.id
for no key update;

-- tickets.lock
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.id = :ticketId for no key update;

-- tickets.noteMessage
with t as (
  update tickets t
  set last_message = :preview, last_message_id = :messageId, last_message_from_me = :fromMe,
last_message_ack = :ack,
    last_message_failed = false,
    unread = t.unread + case when :countsAsUnread then 1 else 0 end,
    waiting_since = case
      when t.status = 'closed' then null
      when not :fromMe then coalesce(t.waiting_since, :at)
      when not :isAnswer then t.waiting_since
    end,
    last_at = greatest(t.last_at, :at), version = t.version + 1
  where t.id = :ticketId
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
with asked as (select * from unnest(:ticketId::int[], :messageId::bigint[], :preview::text[], :fromMe::boolean[], :ack::int[], :countsAsUnread::boolean[], :at::timestamptz[], :isAnswer::boolean[]) with ordinality as asked ("ticketId", "messageId", "preview", "fromMe", "ack", "countsAsUnread", "at", "isAnswer", asker)), t as (
  update tickets t
  set last_message = asked."preview", last_message_id = asked."messageId", last_message_from_me = asked."fromMe",
last_message_ack = asked."ack",
    last_message_failed = false,
    unread = t.unread + case when asked."countsAsUnread" then 1 else 0 end,
    waiting_since = case
      when t.status = 'closed' then null
      when not asked."fromMe" then coalesce(t.waiting_since, asked."at")
      when not asked."isAnswer" then t.waiting_since
    end,
    last_at = greatest(t.last_at, asked."at"), version = t.version + 1
  from asked
  where t.id = asked."ticketId"
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
where t.user_id = :userId and t.status = 'open' and (:queueIds::int[] is null or t.queue_id = any (:queueIds))
order by t.id
for no key update;

-- tickets.save
update tickets t
set status = :status, user_id = :userId, queue_id = :queueId, connection_id = :connectionId,
chatbot = :chatbot, use_integration = :useIntegration,
  prompt_id = :promptId, integration_id = :integrationId, last_at = :at, is_history = t.is_history
    and :status = 'closed',
  waiting_since = case when :status <> 'closed' and t.status <> 'closed' then t.waiting_since end,
    version = t.version + 1
where t.id = :ticketId;

-- tickets.save together
update tickets t
set status = asked."status", user_id = asked."userId", queue_id = asked."queueId", connection_id = asked."connectionId",
chatbot = asked."chatbot", use_integration = asked."useIntegration",
  prompt_id = asked."promptId", integration_id = asked."integrationId", last_at = asked."at", is_history = t.is_history
    and asked."status" = 'closed',
  waiting_since = case when asked."status" <> 'closed' and t.status <> 'closed' then t.waiting_since end,
    version = t.version + 1
from unnest(:ticketId::int[], :status::text[], :userId::int[], :queueId::int[], :connectionId::int[], :chatbot::boolean[], :useIntegration::boolean[], :promptId::int[], :integrationId::int[], :at::timestamptz[]) with ordinality as asked ("ticketId", "status", "userId", "queueId", "connectionId", "chatbot", "useIntegration", "promptId", "integrationId", "at", asker)
where t.id = asked."ticketId"
returning asked.asker;

-- tickets.sharedHistory
select
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int)) as is_shared from tickets t where t.id = :ticketId;

-- tickets.byId
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.id = :ticketId;

-- tickets.byUuid
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t where t.uuid = :uuid;

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
left join connections w on w.company_id = t.company_id and w.id = t.connection_id where t.id = :ticketId;

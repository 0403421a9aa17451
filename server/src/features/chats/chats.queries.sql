-- Printed from chats.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- chats.byId
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.id = :id;

-- chats.byPair
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.direct_pair = :pair;

-- chats.byUuid
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.uuid = :uuid;

-- chats.messages
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at
from chat_messages cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id
where cm.chat_id = :chatId and cm.id < coalesce(:before::integer, 2147483647)
order by cm.id desc limit :limit offset :offset;

-- chats.byIds
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.id = any (:ids) order by c.id;

-- chats.page
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users
from (
  select c.company_id, c.id, c.uuid, c.title, c.owner_id, c.direct_pair, c.last_message, c.message_count, c.version,
    c.created_at, c.updated_at
  from
chat_members mine
join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
  where mine.user_id = :userId and
(:words = '' or position(plain_text(:words) in plain_text(c.title)) > 0 or exists (
  select from chat_members other
  join users u on u.company_id = other.company_id and u.id = other.user_id
  where other.company_id = c.company_id and other.chat_id = c.id and other.user_id <> :userId
    and position(plain_text(:words) in plain_text(u.name)) > 0))
  order by c.updated_at desc, c.id desc limit :limit offset :offset
) c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m
order by c.updated_at desc, c.id desc;

-- chats.count
select count(*) filter (where
(:words = '' or position(plain_text(:words) in plain_text(c.title)) > 0 or exists (
  select from chat_members other
  join users u on u.company_id = other.company_id and u.id = other.user_id
  where other.company_id = c.company_id and other.chat_id = c.id and other.user_id <> :userId
    and position(plain_text(:words) in plain_text(u.name)) > 0)))::int as count,
  count(*) filter (where mine.unreads > 0)::int as unread_chats
from
chat_members mine
join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
where mine.user_id = :userId;

-- chats.insertMessage
with cm as (
  insert into chat_messages (company_id, chat_id, sender_id, client_id, message, media, mentions, created_at)
  values (current_company(), :chatId, :senderId, :clientId, :message, :media, :mentions, :at)
  returning company_id, id, chat_id, sender_id, client_id, message, media, mentions, created_at
)
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at from cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id;

-- chats.messageOfClient
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at
from chat_messages cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id
where cm.chat_id = :chatId and cm.sender_id = :senderId and cm.client_id = :clientId;

-- Printed from chats.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- chats.addUnread
update chat_members
set unreads = unreads + 1, is_mentioned = is_mentioned or user_id = any (:mentioned)
where chat_id = :id and user_id <> :senderId;

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

-- chats.clearUnread
update chat_members set unreads = 0, is_mentioned = false where chat_id = :id and user_id = :userId;

-- chats.colleagues
select id, name from users where id = any (:ids) and not is_support order by id;

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

-- chats.insert
insert into chats (company_id, uuid, title, owner_id, direct_pair, created_at, updated_at)
values (current_company(), :uuid, :title, :ownerId, :pair, :at, :at)
on conflict (company_id, direct_pair) do nothing
returning id;

-- chats.insertMessage
with cm as (
  insert into chat_messages (company_id, chat_id, sender_id, client_id, message, media, mentions, created_at)
  values (current_company(), :chatId, :senderId, :clientId, :message, :media, :mentions, :at)
  returning company_id, id, chat_id, sender_id, client_id, message, media, mentions, created_at
)
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at from cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id;

-- chats.insertMembers
insert into chat_members (company_id, chat_id, user_id, joined_at)
select current_company(), :id, userId, :at from unnest(:userIds::integer[]) as userId
on conflict do nothing;

-- chats.lock
select id from chats where id = :id for update;

-- chats.lockOf
select c.id from chats c
where c.id in (select mine.chat_id from chat_members mine where mine.user_id = :userId)
order by c.id for update;

-- chats.messageOfClient
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at
from chat_messages cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id
where cm.chat_id = :chatId and cm.sender_id = :senderId and cm.client_id = :clientId;

-- chats.noteChange
update chats set version = version + 1 where id = :id;

-- chats.noteLastMessage
update chats
set last_message = :lastMessage, message_count = message_count + 1, updated_at = :at, version = version + 1
where id = :id;

-- chats.passOn
update chats c
set version = version + 1,
  owner_id = case when c.owner_id <> :userId then c.owner_id else (
    select cm.user_id from chat_members cm
    where cm.company_id = c.company_id and cm.chat_id = c.id
    order by cm.joined_at, cm.user_id limit 1) end
where c.id = any (:ids);

-- chats.remove
delete from chats where id = any (:ids);

-- chats.removeFiles
delete from chat_messages where chat_id = any (:ids) and media is not null returning media ->> 'key' as key;

-- chats.removeMemberFrom
delete from chat_members where chat_id = any (:ids) and user_id = :userId;

-- chats.removeOtherMembers
delete from chat_members where chat_id = :id and user_id <> all (:userIds);

-- chats.saveTitle
update chats set title = :title, updated_at = :at, version = version + 1 where id = :id;

import type { ChatId, ChatMessageId, UserId, Uuid } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'

export interface ChatMemberRow {
  readonly userId: UserId
  readonly name: string
  readonly unreads: number
  readonly isMentioned: boolean
}

export interface ChatRow {
  id: ChatId
  uuid: Uuid
  title: string
  owner_id: UserId | null
  is_direct: boolean
  last_message: string
  message_count: number
  version: number
  created_at: Date
  updated_at: Date
  /** The members, in order of name. */
  users: readonly ChatMemberRow[]
}

export interface ChatMedia {
  readonly key: string
  readonly fileName: string
  readonly mimetype: string
  readonly mediaType: MediaType
  readonly sizeBytes: number
  readonly width: number | null
  readonly height: number | null
}

export interface ChatMessageRow {
  id: ChatMessageId
  chat_id: ChatId
  sender_id: UserId | null
  sender_name: string | null
  client_id: string
  message: string
  media: ChatMedia | null
  mentions: readonly { readonly id: UserId; readonly name: string }[]
  created_at: Date
}

const chatColumns = `
  c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
  c.version, c.created_at, c.updated_at, m.users`

const withMembers = `
  cross join lateral (
    select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
      'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
    from chat_members cm
    join users u on u.company_id = cm.company_id and u.id = cm.user_id
    where cm.company_id = c.company_id and cm.chat_id = c.id
  ) m`

const chatsOfUser = `
  chat_members mine
  join chats c on c.company_id = mine.company_id and c.id = mine.chat_id`
const matchesSearch = `
  (:words = '' or position(plain_text(:words) in plain_text(c.title)) > 0 or exists (
    select from chat_members other
    join users u on u.company_id = other.company_id and u.id = other.user_id
    where other.company_id = c.company_id and other.chat_id = c.id and other.user_id <> :userId
      and position(plain_text(:words) in plain_text(u.name)) > 0))`

/** One page of the person's chats. A person has some dozens, so sorting them all is cheap. */
export const chatsPage = statement<{ userId: UserId; words: string; limit: number; offset: number }, ChatRow>(
  'chats.page',
  `
  select ${chatColumns}
  from (
    select c.company_id, c.id, c.uuid, c.title, c.owner_id, c.direct_pair, c.last_message, c.message_count, c.version,
      c.created_at, c.updated_at
    from ${chatsOfUser}
    where mine.user_id = :userId and ${matchesSearch}
    order by c.updated_at desc, c.id desc limit :limit offset :offset
  ) c ${withMembers}
  order by c.updated_at desc, c.id desc
  `,
)

export const countChats = statement<
  { userId: UserId; words: string },
  { count: number; unread_chats: number }
>(
  'chats.count',
  `
  select count(*) filter (where ${matchesSearch})::int as count,
    count(*) filter (where mine.unreads > 0)::int as unread_chats
  from ${chatsOfUser}
  where mine.user_id = :userId
  `,
)

export const chatById = statement<{ id: ChatId }, ChatRow>(
  'chats.byId',
  `select ${chatColumns} from chats c ${withMembers} where c.id = :id`,
)

export const chatByUuid = statement<{ uuid: string }, ChatRow>(
  'chats.byUuid',
  `select ${chatColumns} from chats c ${withMembers} where c.uuid = :uuid`,
)

export const directChatByPair = statement<{ pair: string }, ChatRow>(
  'chats.byPair',
  `select ${chatColumns} from chats c ${withMembers} where c.direct_pair = :pair`,
)

export const chatsByIds = statement<{ ids: readonly ChatId[] }, ChatRow>(
  'chats.byIds',
  `select ${chatColumns} from chats c ${withMembers} where c.id = any (:ids) order by c.id`,
)

/** Locks a chat, so that its messages and changes of members run one after another. */
export const lockChat = statement<{ id: ChatId }, { id: ChatId }>(
  'chats.lock',
  'select id from chats where id = :id for update',
)

/** Locks the user's chats in order of id, so that two transactions cannot deadlock. */
export const lockChatsOfUser = statement<{ userId: UserId }, { id: ChatId }>(
  'chats.lockOf',
  `
  select c.id from chats c
  where c.id in (select mine.chat_id from chat_members mine where mine.user_id = :userId)
  order by c.id for update
  `,
)

export const colleaguesByIds = statement<{ ids: readonly UserId[] }, { id: UserId; name: string }>(
  'chats.colleagues',
  'select id, name from users where id = any (:ids) and not is_support order by id',
)

/** Inserts a chat. No row: the two users have a direct chat already. */
export const insertChat = statement<
  { uuid: Uuid; title: string; ownerId: UserId; pair: string | null; at: Date },
  { id: ChatId }
>(
  'chats.insert',
  `
  insert into chats (company_id, uuid, title, owner_id, direct_pair, created_at, updated_at)
  values (current_company(), :uuid, :title, :ownerId, :pair, :at, :at)
  on conflict (company_id, direct_pair) do nothing
  returning id
  `,
)

export const insertChatMembers = statement<{ id: ChatId; userIds: readonly UserId[]; at: Date }>(
  'chats.insertMembers',
  `
  insert into chat_members (company_id, chat_id, user_id, joined_at)
  select current_company(), :id, userId, :at from unnest(:userIds::integer[]) as userId
  on conflict do nothing
  `,
)

export const removeChatMembersExcept = statement<{ id: ChatId; userIds: readonly UserId[] }>(
  'chats.removeOtherMembers',
  'delete from chat_members where chat_id = :id and user_id <> all (:userIds)',
)

export const saveChatTitle = statement<{ id: ChatId; title: string; at: Date }>(
  'chats.saveTitle',
  'update chats set title = :title, updated_at = :at, version = version + 1 where id = :id',
)

export const removeChats = statement<{ ids: readonly ChatId[] }>(
  'chats.remove',
  'delete from chats where id = any (:ids)',
)

/** Deletes the messages with files and returns the keys of the files. Runs before the chats are deleted. */
export const deleteFileMessagesOfChats = statement<{ ids: readonly ChatId[] }, { key: string }>(
  'chats.removeFiles',
  `delete from chat_messages where chat_id = any (:ids) and media is not null returning media ->> 'key' as key`,
)

export const removeMemberFromChats = statement<{ ids: readonly ChatId[]; userId: UserId }>(
  'chats.removeMemberFrom',
  'delete from chat_members where chat_id = any (:ids) and user_id = :userId',
)

/** Transfers each chat that the user owned to the member who joined first. Without members, the chat has no owner. */
export const transferChatOwnership = statement<{ ids: readonly ChatId[]; userId: UserId }>(
  'chats.transferChats',
  `
  update chats c
  set version = version + 1,
    owner_id = case when c.owner_id <> :userId then c.owner_id else (
      select cm.user_id from chat_members cm
      where cm.company_id = c.company_id and cm.chat_id = c.id
      order by cm.joined_at, cm.user_id limit 1) end
  where c.id = any (:ids)
  `,
)

const messageColumns = `
  cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at`
const withSender = 'left join users u on u.company_id = cm.company_id and u.id = cm.sender_id'

/** A page of messages, newest first. The caller asks for one more than a page, to learn whether there are more. */
export const chatMessagesPage = statement<
  { chatId: ChatId; before: ChatMessageId | null; limit: number; offset: number },
  ChatMessageRow
>(
  'chats.messages',
  `
  select ${messageColumns}
  from chat_messages cm ${withSender}
  where cm.chat_id = :chatId and cm.id < coalesce(:before::integer, 2147483647)
  order by cm.id desc limit :limit offset :offset
  `,
)

export const chatMessageByClientId = statement<
  { chatId: ChatId; senderId: UserId; clientId: string },
  ChatMessageRow
>(
  'chats.messageOfClient',
  `
  select ${messageColumns}
  from chat_messages cm ${withSender}
  where cm.chat_id = :chatId and cm.sender_id = :senderId and cm.client_id = :clientId
  `,
)

export const insertChatMessage = statement<
  {
    chatId: ChatId
    senderId: UserId
    clientId: string
    message: string
    media: string | null
    mentions: string
    at: Date
  },
  ChatMessageRow
>(
  'chats.insertMessage',
  `
  with cm as (
    insert into chat_messages (company_id, chat_id, sender_id, client_id, message, media, mentions, created_at)
    values (current_company(), :chatId, :senderId, :clientId, :message, :media, :mentions, :at)
    returning company_id, id, chat_id, sender_id, client_id, message, media, mentions, created_at
  )
  select ${messageColumns} from cm ${withSender}
  `,
)

export const saveLastChatMessage = statement<{ id: ChatId; lastMessage: string; at: Date }>(
  'chats.saveLastChatMessage',
  `
  update chats
  set last_message = :lastMessage, message_count = message_count + 1, updated_at = :at, version = version + 1
  where id = :id
  `,
)

/** Adds one unread for every member except the sender (CHAT-17). */
export const addUnreadToMembers = statement<{ id: ChatId; senderId: UserId; mentioned: readonly UserId[] }>(
  'chats.addUnread',
  `
  update chat_members
  set unreads = unreads + 1, is_mentioned = is_mentioned or user_id = any (:mentioned)
  where chat_id = :id and user_id <> :senderId
  `,
)

export const clearUnreadOfMember = statement<{ id: ChatId; userId: UserId }>(
  'chats.clearUnread',
  'update chat_members set unreads = 0, is_mentioned = false where chat_id = :id and user_id = :userId',
)

export const bumpChatVersion = statement<{ id: ChatId }>(
  'chats.bumpChatVersion',
  'update chats set version = version + 1 where id = :id',
)

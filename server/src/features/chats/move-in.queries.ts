import {
  insertRowsStatement,
  setMissingFilesStatement,
  setMissingUsersStatement,
} from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

export const insertMovedChats = insertRowsStatement(
  'chats.insertMoved',
  'chats',
  'id, uuid, title, owner_id, direct_pair, created_at, updated_at, last_message, message_count, version',
)

export const existingDirectChats = statement<
  { pairs: readonly string[] },
  { id: number; direct_pair: string }
>('chats.takenPairs', 'select id, direct_pair from chats where direct_pair = any (:pairs)')

export const insertMovedChatMembers = insertRowsStatement(
  'chats.insertMovedMembers',
  'chat_members',
  'chat_id, user_id, unreads, is_mentioned, joined_at',
  'on conflict do nothing',
)

export const insertMovedChatMessages = insertRowsStatement(
  'chats.insertMovedMessages',
  'chat_messages',
  'id, chat_id, sender_id, client_id, message, media, mentions, created_at',
)

export const updateSummariesOfMovedChats = statement<{ ids: readonly number[] }>(
  'chats.summariseMoved',
  `
  update chats c
  set message_count = (select count(*) from chat_messages m where m.company_id = c.company_id and m.chat_id = c.id),
    last_message = coalesce((
      select coalesce(u.name || ': ', '') || m.message
      from chat_messages m left join users u on u.company_id = m.company_id and u.id = m.sender_id
      where m.company_id = c.company_id and m.chat_id = c.id order by m.id desc limit 1
    ), c.last_message),
    updated_at = coalesce((
      select max(m.created_at) from chat_messages m where m.company_id = c.company_id and m.chat_id = c.id
    ), c.updated_at)
  where c.id = any (:ids)
  `,
)

export const attachFilesOfChatMessages = setMissingFilesStatement('chats.attachMoved', 'chat_messages')

export const assignSendersOfMovedChatMessages = setMissingUsersStatement(
  'chats.assignMovedSenders',
  'chat_messages',
  'sender_id',
)

/** Marks imported chats as direct. An earlier run stored them as groups, because it knew only one of the two users. */
export const markMovedChatsAsDirect = statement<{ rows: string }>(
  'chats.pairMoved',
  `
  update chats c set direct_pair = r.direct_pair
  from jsonb_to_recordset(:rows::jsonb) as r (id int, direct_pair text)
  where c.id = r.id and c.direct_pair is null and c.title = ''
    and not exists (select from chats d where d.company_id = c.company_id and d.direct_pair = r.direct_pair)
  `,
)

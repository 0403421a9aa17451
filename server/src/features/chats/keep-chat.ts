import type * as calls from '@balcao/contract/chats'
import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { ChatId, UserId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { chatToChangeAsMember, chatToManage } from './chats.access'
import { chatChanged } from './chats.events'
import {
  bumpChatVersion,
  type ChatRow,
  chatById,
  clearUnreadOfMember,
  colleaguesByIds,
  deleteFileMessagesOfChats,
  directChatByPair,
  insertChat,
  insertChatMembers,
  removeChatMembersExcept,
  removeChats,
  saveChatTitle,
} from './chats.queries'
import { chatView } from './chats.view'

type ChatForm = ParsedInputOf<typeof calls.createChat>['body']

/** Creates a group; the caller owns it and is a member (CHAT-15). */
export async function createChat(work: PersonWork, { title, users }: ChatForm): Promise<ChatRow> {
  const { db, actor, now } = work
  const others = await colleaguesOf(work, users)

  const { id } = await db.one(insertChat, {
    uuid: work.newUuid(),
    title,
    ownerId: actor.userId,
    pair: null,
    at: now,
  })
  await db.run(insertChatMembers, { id, userIds: [actor.userId, ...others], at: now })
  return recordChange(work, id, [])
}

/** Opens the direct chat with a colleague. If the colleague opens it at the same time, both get the same chat. */
export async function openDirectChat(work: PersonWork, userId: UserId): Promise<ChatRow> {
  const { db, actor, now } = work
  if (userId === actor.userId) throw refuse('ERR_VALIDATION', { field: 'userId' })
  await colleaguesOf(work, [userId])
  const pair = [actor.userId, userId].sort((one, other) => one - other).join('-')
  const known = await db.row(directChatByPair, { pair })
  if (known !== null) return known

  const made = await db.row(insertChat, {
    uuid: work.newUuid(),
    title: '',
    ownerId: actor.userId,
    pair,
    at: now,
  })
  if (made === null) return db.one(directChatByPair, { pair })
  await db.run(insertChatMembers, { id: made.id, userIds: [actor.userId, userId], at: now })
  return recordChange(work, made.id, [])
}

/** Changes title and members; new members see the earlier messages. */
export async function updateChat(work: PersonWork, id: ChatId, { title, users }: ChatForm): Promise<ChatRow> {
  const { db, actor, now } = work
  const others = await colleaguesOf(work, users)
  const before = await chatToManage(work, id)
  if (before.is_direct) throw refuse('ERR_CHAT_DIRECT')

  const members = [actor.userId, ...others]
  await Promise.all([
    db.run(saveChatTitle, { id, title, at: now }),
    db.run(removeChatMembersExcept, { id, userIds: members }),
    db.run(insertChatMembers, { id, userIds: members, at: now }),
  ])
  return recordChange(work, id, memberIdsOfChat(before))
}

export async function deleteChat(work: PersonWork, id: ChatId): Promise<void> {
  const before = await chatToManage(work, id)

  const files = await work.db.rows(deleteFileMessagesOfChats, { ids: [id] })
  await work.db.run(removeChats, { ids: [id] })

  const keys = files.map(({ key }) => key)
  queueFileRemoval(work, keys)
  await recordAudit(work, { act: 'chat.deleted', subject: { id, name: before.title } })
  work.record(chatChanged, { id, before: memberIdsOfChat(before), chat: null })
}

/** Marks the chat as read by the caller. Records no event if the chat was read already (CHAT-18). */
export async function markChatReadByCaller(work: PersonWork, id: ChatId): Promise<ChatRow> {
  const chat = await chatToChangeAsMember(work, id)
  const own = chat.users.find(({ userId }) => userId === work.actor.userId)
  if (own?.unreads === 0) return chat

  await Promise.all([
    work.db.run(clearUnreadOfMember, { id, userId: work.actor.userId }),
    work.db.run(bumpChatVersion, { id }),
  ])
  return recordChange(work, id, memberIdsOfChat(chat))
}

export function memberIdsOfChat({ users }: ChatRow): UserId[] {
  return users.map(({ userId }) => userId)
}

async function recordChange(work: PersonWork, id: ChatId, before: readonly UserId[]): Promise<ChatRow> {
  const chat = await work.db.one(chatById, { id })
  work.record(chatChanged, { id, before, chat: chatView(chat) })
  return chat
}

async function colleaguesOf({ db, actor }: PersonWork, ids: readonly UserId[]): Promise<UserId[]> {
  const others = [...new Set(ids)].filter((id) => id !== actor.userId)
  const found = await db.rows(colleaguesByIds, { ids: others })
  if (found.length < others.length) throw refuse('ERR_NO_USER_FOUND')
  if (others.length === 0) throw refuse('ERR_VALIDATION', { field: 'users' })
  return found.map(({ id }) => id)
}

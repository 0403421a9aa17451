import type { ChatId, UserId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { chatToChangeAsMember } from './chats.access'
import { chatChanged } from './chats.events'
import {
  chatsByIds,
  deleteFileMessagesOfChats,
  lockChatsOfUser,
  removeChats,
  removeMemberFromChats,
  transferChatOwnership,
} from './chats.queries'
import { chatView } from './chats.view'
import { memberIdsOfChat } from './keep-chat'

/** Removes the caller from a group; the caller's messages stay. */
export async function leaveChat(work: PersonWork, id: ChatId): Promise<void> {
  const chat = await chatToChangeAsMember(work, id)
  if (chat.is_direct) throw refuse('ERR_CHAT_DIRECT')
  await withdraw(work, work.actor.userId, [id])
}

/** Removes a user who is being deleted from all chats, direct chats included. */
export async function leaveAllChats(work: CompanyWork, { userId }: { userId: UserId }): Promise<void> {
  const ids = (await work.db.rows(lockChatsOfUser, { userId })).map(({ id }) => id)
  await withdraw(work, userId, ids)
}

/** Removes the user from these chats. Another member becomes the owner; a chat without members is deleted. */
async function withdraw({ db, ...work }: CompanyWork, userId: UserId, ids: readonly ChatId[]): Promise<void> {
  if (ids.length === 0) return
  const before = await db.rows(chatsByIds, { ids })
  await db.run(removeMemberFromChats, { ids, userId })
  await db.run(transferChatOwnership, { ids, userId })
  const after = await db.rows(chatsByIds, { ids })

  const empty = after.filter(({ users }) => users.length === 0).map(({ id }) => id)
  const files = await db.rows(deleteFileMessagesOfChats, { ids: empty })
  await db.run(removeChats, { ids: empty })
  const keys = files.map(({ key }) => key)
  queueFileRemoval(work, keys)
  for (const chat of before) {
    const left = after.find(({ id, users }) => id === chat.id && users.length > 0)
    work.record(chatChanged, {
      id: chat.id,
      before: memberIdsOfChat(chat),
      chat: left === undefined ? null : chatView(left),
    })
  }
}

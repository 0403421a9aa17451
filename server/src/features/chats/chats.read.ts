import type { ChatId, ChatMessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { PersonWork } from '../../platform/work'
import { chatToRead } from './chats.access'
import { type ChatMessageRow, type ChatRow, chatMessagesPage, chatsPage, countChats } from './chats.queries'

/** One page of this person's chats. */
export async function listChats(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: ChatRow[]; unreadChats: number; count: number; hasMore: boolean }> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const [rows, { count, unread_chats: unreadChats }] = await Promise.all([
    db.rows(chatsPage, { userId: actor.userId, words, limit: limits.listPage, offset }),
    db.one(countChats, { userId: actor.userId, words }),
  ])
  return { rows, unreadChats, count, hasMore: count > offset + rows.length }
}

/** One page of the messages, oldest first. */
export async function listChatMessages(
  work: PersonWork,
  id: ChatId,
  { before = null, pageNumber }: { before?: ChatMessageId | null | undefined; pageNumber: number },
): Promise<{ rows: ChatMessageRow[]; count: number; hasMore: boolean }> {
  const offset = before === null ? (pageNumber - 1) * limits.listPage : 0
  const [chat, found] = await Promise.all([
    chatToRead(work, id),
    work.db.rows(chatMessagesPage, { chatId: id, before, limit: limits.listPage + 1, offset }),
  ])
  const rows = found.slice(0, limits.listPage)
  return { rows: rows.reverse(), count: chat.message_count, hasMore: found.length > rows.length }
}

import * as calls from '@balcao/contract/chats'
import type { ChatId, ChatMessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { readRoute, route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { PersonWork } from '../../platform/work'
import { userDeleting } from '../users/users.hooks'
import { chatToRead, chatToReadByUuid } from './chats.access'
import { chatChanged, chatMessageSent } from './chats.events'
import { type ChatMessageRow, type ChatRow, chatMessagesPage, chatsPage, countChats } from './chats.queries'
import { chatMessageView, chatView, unsignedChatMessage } from './chats.view'
import { createChat, deleteChat, markChatReadByCaller, openDirectChat, updateChat } from './keep-chat'
import { leaveAllChats, leaveChat } from './leave-chats'
import { sendChatMessage } from './send-chat-message'

export function chatsFeature({ links }: { links: MediaLinkSigner }): Feature {
  const messageView = (row: ChatMessageRow) => chatMessageView(unsignedChatMessage(row), links)
  return {
    name: 'chats',
    routes: [
      readRoute(calls.listChats, async (work, { query }) => {
        const { rows, ...page } = await listChats(work, query)
        return { records: rows.map(chatView), ...page }
      }),
      readRoute(calls.getChat, async (work, { params }) =>
        chatView(await chatToReadByUuid(work, params.uuid)),
      ),
      route(calls.createChat, async (work, { body }) => chatView(await createChat(work, body))),
      route(calls.openDirectChat, async (work, { body }) =>
        chatView(await openDirectChat(work, body.userId)),
      ),
      route(calls.updateChat, async (work, { params, body }) =>
        chatView(await updateChat(work, params.chatId, body)),
      ),
      route(calls.deleteChat, async (work, { params }) => {
        await deleteChat(work, params.chatId)
        return { message: 'chat deleted' }
      }),
      route(calls.leaveChat, async (work, { params }) => {
        await leaveChat(work, params.chatId)
        return { message: 'chat left' }
      }),
      readRoute(calls.listChatMessages, async (work, { params, query }) => {
        const { rows, ...page } = await listChatMessages(work, params.chatId, query)
        return { records: rows.map(messageView), ...page }
      }),
      route(calls.sendChatMessage, async (work, { params, body, files }) => {
        const { message, chat } = await sendChatMessage(work, params.chatId, body, files)
        return { ...messageView(message), chat: chatView(chat) }
      }),
      route(calls.markChatRead, async (work, { params }) =>
        chatView(await markChatReadByCaller(work, params.chatId)),
      ),
    ],
    events: [chatChanged, chatMessageSent],
    hooks: [onHook(userDeleting, leaveAllChats)],
  }
}

async function listChats(
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

async function listChatMessages(
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

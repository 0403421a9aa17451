import type { ChatId, UserId } from '@balcao/domain/ids'
import type { ChatMessageView, ChatView } from './chats'
import type { LiveInternalChatPayload } from './live'

/** The loaded chats of a page, sorted by their latest message. */
export interface ChatList {
  readonly records: readonly ChatView[]
  readonly unreadChats: number
}

function unreadCountOf({ users }: ChatView, me: UserId): number {
  return users.find(({ userId }) => userId === me)?.unreads ?? 0
}

/**
 * Applies a live event to the list of chats; an event older than the listed chat changes nothing. Null when
 * the list lacks data that the event needs, so the caller must fetch the list again.
 */
export function reduceChats(list: ChatList, event: LiveInternalChatPayload, me: UserId): ChatList | null {
  const { records, unreadChats } = list
  const id = event.action === 'delete' ? event.id : event.chat.id
  const known = records.find((chat) => chat.id === id)
  const wasUnread = known !== undefined && unreadCountOf(known, me) > 0
  if (event.action === 'delete') {
    if (known === undefined) return null
    return { records: withoutChat(records, id), unreadChats: unreadChats - Number(wasUnread) }
  }
  const { chat } = event
  if (known === undefined) {
    if (event.action === 'create')
      return { records: [chat, ...records], unreadChats: unreadChats + Number(unreadCountOf(chat, me) > 0) }
    return null
  }
  if (known.version >= chat.version) return list
  return {
    records: inPlace(records, known, chat),
    unreadChats: unreadChats + Number(unreadCountOf(chat, me) > 0) - Number(wasUnread),
  }
}

/** Replaces a chat. It stays in its position if it was only marked as read, else it moves to the front. */
function inPlace(records: readonly ChatView[], known: ChatView, chat: ChatView): ChatView[] {
  if (chat.updatedAt === known.updatedAt) return records.map((one) => (one.id === chat.id ? chat : one))
  return [chat, ...withoutChat(records, chat.id)]
}

function withoutChat(records: readonly ChatView[], id: ChatId): ChatView[] {
  return records.filter((chat) => chat.id !== id)
}

/** Adds a message to a chat's messages, oldest first. A known message changes nothing. */
export function addChatMessageInOrder(
  messages: readonly ChatMessageView[],
  message: ChatMessageView,
): readonly ChatMessageView[] {
  if (messages.some(({ id }) => id === message.id)) return messages
  return [...messages, message].sort((one, other) => one.id - other.id)
}

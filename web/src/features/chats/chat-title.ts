import type { ChatView } from '@balcao/contract/chats'
import type { UserId } from '@balcao/domain/ids'

/** The other person's name in a direct chat. The chat's title has the name of a deleted account. */
export function titleOf(chat: ChatView, me: UserId): string {
  if (!chat.isDirect) return chat.title
  return chat.users.find(({ userId }) => userId !== me)?.user.name ?? chat.title
}

/** Retains the picture's colour when the title changes. */
export function seedOf(chat: ChatView, me: UserId): number {
  const other = chat.users.find(({ userId }) => userId !== me)
  return chat.isDirect && other !== undefined ? other.userId : chat.id
}

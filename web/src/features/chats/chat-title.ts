import type { ChatView } from '@balcao/contract/chats'
import type { UserId } from '@balcao/domain/ids'

/** Of a direct chat the other person's name; one whose account is gone has left their own behind. */
export function titleOf(chat: ChatView, me: UserId): string {
  if (!chat.isDirect) return chat.title
  return chat.users.find(({ userId }) => userId !== me)?.user.name ?? chat.title
}

/** Keeps the colour of the picture when the title changes. */
export function seedOf(chat: ChatView, me: UserId): number {
  const other = chat.users.find(({ userId }) => userId !== me)
  return chat.isDirect && other !== undefined ? other.userId : chat.id
}

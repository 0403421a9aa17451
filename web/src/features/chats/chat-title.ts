import type { ChatView } from '@balcao/contract/chats'
import type { UserId } from '@balcao/domain/ids'

/** A direct chat shows the other person's name, or its stored title where that account was deleted. */
export function chatTitleOf(chat: ChatView, me: UserId): string {
  if (!chat.isDirect) return chat.title
  return chat.users.find(({ userId }) => userId !== me)?.user.name ?? chat.title
}

/** The seed of the picture's colour: an id, so that a changed title does not change the colour. */
export function chatColourSeed(chat: ChatView, me: UserId): number {
  const other = chat.users.find(({ userId }) => userId !== me)
  return chat.isDirect && other !== undefined ? other.userId : chat.id
}

import type { ChatMessageView, ChatView } from '@balcao/contract/chats'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { ChatMedia, ChatMessageRow, ChatRow } from './chats.queries'

export function chatView(row: ChatRow): ChatView {
  const users = row.users.map(({ userId, name, unreads, isMentioned }) => ({
    userId,
    unreads,
    isMentioned,
    user: { id: userId, name },
  }))
  return {
    id: row.id,
    uuid: row.uuid,
    title: row.is_direct ? users.map(({ user }) => user.name).join(' · ') : row.title,
    isDirect: row.is_direct,
    ownerId: row.owner_id,
    owner: users.find(({ userId }) => userId === row.owner_id)?.user ?? null,
    users,
    lastMessage: row.last_message,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** A chat message without the link to its file. The link expires, so each answer and event signs a new one. */
export type UnsignedChatMessage = Omit<ChatMessageView, 'media'> & { readonly media: ChatMedia | null }

export function unsignedChatMessage(row: ChatMessageRow): UnsignedChatMessage {
  const { id, chat_id: chatId, sender_id: senderId, sender_name: name, message, media } = row
  return {
    id,
    chatId,
    senderId,
    sender: senderId === null || name === null ? null : { id: senderId, name },
    clientId: row.client_id,
    message,
    media,
    mentions: [...row.mentions],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.created_at.toISOString(),
  }
}

export function chatMessageView(
  { media, ...message }: UnsignedChatMessage,
  links: MediaLinkSigner,
): ChatMessageView {
  if (media === null) return { ...message, media }
  const { key, ...shown } = media
  return { ...message, media: { ...shown, url: links.toFile(key, media.fileName) } }
}

import type { ChatView } from '@balcao/contract/chats'
import { type LiveInternalChatPayload, liveChannel } from '@balcao/contract/live'
import type { ChatId, UserId } from '@balcao/domain/ids'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { chatMessageView, type UnsignedChatMessage } from './chats.view'

interface ChatChanged {
  readonly id: ChatId
  /** The members before the change. */
  readonly before: readonly UserId[]
  /** The changed chat; null when it was deleted. */
  readonly chat: ChatView | null
}

const savedPayload = (action: 'create' | 'update') =>
  memoizePayload((chat: ChatView): LiveInternalChatPayload => ({ action, chat, record: chat }))
const chatPayload = { create: savedPayload('create'), update: savedPayload('update') }
const removalPayload = memoizePayload(
  ({ id }: ChatChanged): LiveInternalChatPayload => ({ action: 'delete', id }),
)

/** A chat was created, changed, read or deleted. Members get the chat, former members a deletion (CHAT-19). */
export const chatChanged = eventKind<ChatChanged>({
  name: 'chat.changed',
  audience: (changed, { viewer: { companyId, userId } }, links) => {
    const { id, before, chat } = changed
    const to = liveChannel.chat(companyId)
    const wasMember = before.includes(userId)
    if (chat !== null && isMember(chat, userId)) {
      const payload = chatPayload[wasMember ? 'update' : 'create'](chat, links)
      const alsoOn = [liveChannel.ofChat(companyId, id), liveChannel.chatOfUser(companyId, userId)]
      return { channel: to, payload, alsoOn }
    }
    if (!wasMember) return null
    return {
      channel: to,
      payload: removalPayload(changed, links),
      alsoOn: [liveChannel.ofChat(companyId, id)],
    }
  },
})

interface ChatMessageSaid {
  readonly message: UnsignedChatMessage
  readonly chat: ChatView
}

const chatMessagePayload = memoizePayload(
  ({ message, chat }: ChatMessageSaid, links): LiveInternalChatPayload => ({
    action: 'new-message',
    newMessage: { ...chatMessageView(message, links), chat: { id: chat.id, users: chat.users } },
    chat,
  }),
)

/** A new message in a chat, for all members. The sender gets it too, for the sender's other pages. */
export const chatMessageSent = eventKind<ChatMessageSaid>({
  name: 'chat.messageSent',
  audience: (said, { viewer: { companyId, userId } }, links) => {
    const { chat } = said
    if (!isMember(chat, userId)) return null
    const alsoOn = [liveChannel.ofChat(companyId, chat.id)]
    return { channel: liveChannel.chat(companyId), payload: chatMessagePayload(said, links), alsoOn }
  },
})

function isMember({ users }: ChatView, id: UserId): boolean {
  return users.some(({ userId }) => userId === id)
}

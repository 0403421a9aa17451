import type { ChatId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { type ChatRow, chatById, chatByUuid, lockChat } from './chats.queries'

/** Loads a chat. Refuses a chat of which the caller is no member; another company's chat is not found (CHAT-19). */
export async function chatToRead(work: PersonWork, id: ChatId): Promise<ChatRow> {
  return readable(work, await work.db.row(chatById, { id }))
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export async function chatToReadByUuid(work: PersonWork, uuid: string): Promise<ChatRow> {
  return readable(work, uuidForm.test(uuid) ? await work.db.row(chatByUuid, { uuid }) : null)
}

/** Loads and locks a chat of which the caller is a member. */
export async function chatToChangeAsMember(work: PersonWork, id: ChatId): Promise<ChatRow> {
  await work.db.row(lockChat, { id })
  return chatToRead(work, id)
}

/** Loads and locks a chat that the caller owns (CHAT-10). */
export async function chatToManage(work: PersonWork, id: ChatId): Promise<ChatRow> {
  const chat = await chatToChangeAsMember(work, id)
  if (chat.owner_id !== work.actor.userId) throw refuse('ERR_NO_PERMISSION')
  return chat
}

function readable({ actor }: PersonWork, chat: ChatRow | null): ChatRow {
  if (chat === null) throw refuse('ERR_NO_CHAT_FOUND')
  if (!chat.users.some(({ userId }) => userId === actor.userId)) throw refuse('ERR_NO_PERMISSION')
  return chat
}

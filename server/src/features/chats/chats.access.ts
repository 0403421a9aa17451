import type { ChatId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { type ChatRow, chatById, chatByUuid, lockChat } from './chats.queries'

/** Refuses a chat of other colleagues; a chat of another company is not found (CHAT-19). */
export async function chatToRead(work: PersonWork, id: ChatId): Promise<ChatRow> {
  return readable(work, await work.db.row(chatById, { id }))
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export async function chatToReadByUuid(work: PersonWork, uuid: string): Promise<ChatRow> {
  return readable(work, uuidForm.test(uuid) ? await work.db.row(chatByUuid, { uuid }) : null)
}

/** The chat of a member, locked until the transaction ends. */
export async function chatToChangeAsMember(work: PersonWork, id: ChatId): Promise<ChatRow> {
  await work.db.row(lockChat, { id })
  return chatToRead(work, id)
}

/** The chat of its owner, locked until the transaction ends (CHAT-10). */
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

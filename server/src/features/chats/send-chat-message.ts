import type * as calls from '@balcao/contract/chats'
import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { ChatId, UserId } from '@balcao/domain/ids'
import { messagePreview } from '@balcao/domain/messages'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { systemTextsInCompanyLanguage } from '../companies/companies.read'
import { chatToChangeAsMember } from './chats.access'
import { chatMessageSent } from './chats.events'
import {
  addUnreadToMembers,
  type ChatMedia,
  type ChatMessageRow,
  type ChatRow,
  chatById,
  chatMessageByClientId,
  insertChatMessage,
  saveLastChatMessage,
} from './chats.queries'
import { chatView, unsignedChatMessage } from './chats.view'

/** The limit of the preview in the chat list. */
const lastMessageLength = 200

/** Sends a message to the other members (CHAT-17). A repeated client id returns the first message. */
export async function sendChatMessage(
  work: PersonWork,
  id: ChatId,
  said: ParsedInputOf<typeof calls.sendChatMessage>['body'],
  files: readonly UploadedFile[],
): Promise<{ message: ChatMessageRow; chat: ChatRow }> {
  const [file, ...others] = files
  if (others.length > 0) throw refuse('ERR_VALIDATION', { field: 'files' })
  if (file === undefined && said.message.trim() === '') throw refuse('ERR_VALIDATION', { field: 'message' })
  const { db, actor, now } = work
  const chat = await chatToChangeAsMember(work, id)
  const clientId = said.clientId ?? work.newUuid()
  const before = await db.row(chatMessageByClientId, { chatId: id, senderId: actor.userId, clientId })
  if (before !== null) {
    const keys = files.map(({ key }) => key)
    queueFileRemoval(work, keys)
    return { message: before, chat }
  }

  const mentions = namesIn(chat, said.mentions ?? [], actor.userId)
  const lastMessage = `${actor.name}: ${await previewOfChatMessage(work, said.message, file)}`
  const mentioned = mentions.map((one) => one.id)
  const media = file === undefined ? null : JSON.stringify(mediaOf(file))
  const [message, , , after] = await Promise.all([
    db.one(insertChatMessage, {
      chatId: id,
      senderId: actor.userId,
      clientId,
      message: said.message,
      media,
      mentions: JSON.stringify(mentions),
      at: now,
    }),
    db.run(saveLastChatMessage, { id, lastMessage, at: now }),
    db.run(addUnreadToMembers, { id, senderId: actor.userId, mentioned }),
    db.one(chatById, { id }),
  ])

  work.record(chatMessageSent, { message: unsignedChatMessage(message), chat: chatView(after) })
  return { message, chat: after }
}

function mediaOf({ key, fileName, mimetype, mediaType, sizeBytes, width, height }: UploadedFile): ChatMedia {
  return { key, fileName, mimetype, mediaType, sizeBytes, width, height }
}

/** The mentioned users among the other members. A sender cannot mention themselves. */
function namesIn({ users }: ChatRow, ids: readonly UserId[], self: UserId) {
  return users
    .filter(({ userId }) => userId !== self && ids.includes(userId))
    .map(({ userId, name }) => ({ id: userId, name }))
}

async function previewOfChatMessage(
  work: CompanyWork,
  message: string,
  file: UploadedFile | undefined,
): Promise<string> {
  const preview = messagePreview(
    message.trim(),
    file?.mediaType ?? null,
    file?.fileName ?? null,
    await systemTextsInCompanyLanguage(work),
  )
  return [...preview].slice(0, lastMessageLength).join('')
}

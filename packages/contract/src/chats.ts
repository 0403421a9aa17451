import type { ChatId, ChatMessageId, UserId, Uuid } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { mediaTypes } from '@balcao/domain/messages'
import { z } from 'zod'
import { endpoint, type RateLimit, uploadErrorCodes } from './endpoint'
import {
  emptyToUndefined,
  idAndName,
  idList,
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  requiredText,
  resultMessageAnswer,
  textField,
} from './wire-values'

const person = idAndName<UserId>()
export const chat = z.object({
  id: idSchema<ChatId>(),
  uuid: z.string() as unknown as z.ZodType<Uuid, string>, // the cast only brands the id
  /** The title. A direct chat's title names both members; pages show the other member's name instead. */
  title: z.string(),
  /** True for a chat between two people; two people have at most one such chat. */
  isDirect: z.boolean(),
  /** The user who may change and delete the chat; null after this user has left the company. */
  ownerId: idSchema<UserId>().nullable(),
  owner: person.nullable(),
  /** The members, sorted by name, each with their count of unread messages. */
  users: z.array(
    z.object({
      userId: idSchema<UserId>(),
      unreads: z.number().int(),
      /** True when an unread message mentions this member. */
      isMentioned: z.boolean(),
      user: person,
    }),
  ),
  /** The newest message as `name: text`; empty when there is none. */
  lastMessage: z.string(),
  /** Increases with each change of the chat, so that clients ignore live events that arrive late. */
  version: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type ChatView = z.output<typeof chat>

export const chatMessage = z.object({
  id: idSchema<ChatMessageId>(),
  chatId: idSchema<ChatId>(),
  senderId: idSchema<UserId>().nullable(),
  sender: person.nullable(),
  /** The id that the sender's browser gave the message. By this id the browser recognizes its own message. */
  clientId: z.uuid(),
  message: z.string(),
  media: z
    .object({
      url: z.string(),
      mediaType: z.enum(mediaTypes),
      mimetype: z.string(),
      fileName: z.string(),
      sizeBytes: z.number().int(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
    })
    .nullable(),
  mentions: z.array(person),
  createdAt: instant,
  /** Chat messages never change, so `updatedAt` always equals `createdAt`. */
  updatedAt: instant,
})
export type ChatMessageView = z.output<typeof chatMessage>

/** The members' ids. Existing clients send objects `{ id, name }` instead. */
const members = z.preprocess(
  (value) =>
    Array.isArray(value)
      ? value.map((one) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one))
      : value,
  idList<UserId>()
    .refine((ids) => ids.length > 0, 'Por favor, selecione pelo menos um usuário.')
    .refine((ids) => ids.length < limits.chat.members, 'Too Long!'),
)

const titleNeeded = 'Por favor, preencha o título da conversa.'

export const chatForm = z.object({
  title: requiredText(limits.chat.title, titleNeeded),
  users: members,
})

/** Rate limits above any human pace: they stop a script in a loop from flooding a company's chats. */
const { seconds, messages, chats } = limits.chat.rate
const messagePace: RateLimit = { calls: messages, seconds }
const newChatPace: RateLimit = { calls: chats, seconds }

const chatRules = { access: 'session', planFlag: 'useInternalChat' } as const
const chatParams = z.object({ chatId: idParam<ChatId>() })

export const listChats = endpoint('GET /chats', {
  name: 'chats.list',
  summary: "The caller's chats, the one with the newest message first; searched by title and member",
  ...chatRules,
  query: z.object(pagingQuery),
  answer: z.object({
    records: z.array(chat),
    /** The number of the caller's chats with unread messages, whether or not they match the search. */
    unreadChats: z.number().int(),
    ...pageFields,
  }),
})

export const getChat = endpoint('GET /chats/u/:uuid', {
  name: 'chats.getByUuid',
  summary: 'One chat of the caller, by the uuid of its address',
  ...chatRules,
  params: z.object({ uuid: z.string() }),
  answer: chat,
  errors: ['ERR_NO_CHAT_FOUND'],
})

export const createChat = endpoint('POST /chats', {
  name: 'chats.create',
  summary: 'Creates a group; the caller becomes its owner and a member',
  ...chatRules,
  body: chatForm,
  answer: chat,
  pace: newChatPace,
  errors: ['ERR_NO_USER_FOUND'],
})

export const openDirectChat = endpoint('POST /chats/direct', {
  name: 'chats.openDirect',
  summary: 'The chat of the caller with one colleague; it begins when there was none',
  ...chatRules,
  body: z.object({ userId: idParam<UserId>() }),
  answer: chat,
  pace: newChatPace,
  errors: ['ERR_NO_USER_FOUND'],
})

export const updateChat = endpoint('PUT /chats/:chatId', {
  name: 'chats.update',
  summary: 'Gives a group another title and other members: its owner, who stays a member',
  ...chatRules,
  params: chatParams,
  body: chatForm,
  answer: chat,
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_CHAT_DIRECT', 'ERR_NO_USER_FOUND'],
})

export const deleteChat = endpoint('DELETE /chats/:chatId', {
  name: 'chats.delete',
  summary: 'Deletes a chat with its messages and files for everybody: its owner',
  ...chatRules,
  params: chatParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CHAT_FOUND'],
})

export const leaveChat = endpoint('POST /chats/:chatId/leave', {
  name: 'chats.leave',
  summary: 'The caller leaves a group; an owner hands it to the longest-standing member',
  ...chatRules,
  params: chatParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CHAT_FOUND', 'ERR_CHAT_DIRECT'],
})

export const listChatMessages = endpoint('GET /chats/:chatId/messages', {
  name: 'chats.messages',
  summary: 'Messages of a chat, the newest page first, each page in time order',
  ...chatRules,
  params: chatParams,
  query: z.object({
    pageNumber: pagingQuery.pageNumber,
    /** Gives only messages older than this id. A page number would shift when new messages arrive. */
    before: z.preprocess(emptyToUndefined, idParam<ChatMessageId>().optional()).optional(),
  }),
  answer: z.object({ records: z.array(chatMessage), ...pageFields }),
  errors: ['ERR_NO_CHAT_FOUND'],
})

export const sendChatMessage = endpoint('POST /chats/:chatId/messages', {
  name: 'chats.send',
  summary: 'Sends a message to a chat, with at most one file; a repeated `clientId` changes nothing',
  ...chatRules,
  takesFiles: true,
  params: chatParams,
  body: z.object({
    message: textField(limits.chat.message)
      .transform((written) => written.replaceAll('\r\n', '\n'))
      .default(''),
    clientId: z.uuid().optional(),
    /** The mentioned members; ids of other users are ignored. */
    mentions: idList<UserId>().optional(),
  }),
  answer: chatMessage.extend({ chat }),
  pace: messagePace,
  errors: ['ERR_NO_CHAT_FOUND', ...uploadErrorCodes],
})

export const markChatRead = endpoint('POST /chats/:chatId/read', {
  name: 'chats.read',
  summary: 'Marks a chat as read by the caller',
  ...chatRules,
  params: chatParams,
  /** Clients of the earlier API send a user id, which is ignored: users mark only their own chats as read. */
  body: z.object({ userId: z.unknown().optional() }),
  answer: chat,
  errors: ['ERR_NO_CHAT_FOUND'],
})

import type { QuickMessageId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { mediaTypes } from '@balcao/domain/messages'
import { z } from 'zod'
import { endpoint, uploadErrorCodes } from './endpoint'
import {
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textField,
  wireBoolean,
} from './wire-values'

export const quickMessage = z.object({
  id: idSchema<QuickMessageId>(),
  shortcode: z.string(),
  /** The text. Variables such as `{{firstName}}` are filled when a user inserts it. */
  message: z.string(),
  /** True when the whole company may use it; otherwise only its author sees it. */
  geral: z.boolean(),
  /** Stored for clients of the earlier API; it has no effect. */
  status: z.boolean(),
  isMedia: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(mediaTypes).nullable(),
  mimetype: z.string().nullable(),
  userId: idSchema<UserId>().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type QuickMessageView = z.output<typeof quickMessage>

/** In a list that reached its size limit, `message` is only the text's beginning, and `isWhole` is false. */
const quickMessageChoice = quickMessage.extend({ isWhole: z.boolean() })
export type QuickMessageSuggestion = z.output<typeof quickMessageChoice>

const quickMessageFields = z.object({
  /** The word that users type after a slash. It is stored without the slash (QUICK-03). */
  shortcode: textField(limits.shortcode.max, 'Obrigatório')
    .transform((written) => written.trim().replace(/^\/+/, '').trim())
    .pipe(z.string().min(1, 'Obrigatório')),
  message: textField(limits.messageText.max),
  geral: wireBoolean,
  status: wireBoolean,
})
export const quickMessageForm = quickMessageFields.extend({
  message: quickMessageFields.shape.message.default(''),
  geral: wireBoolean.default(false),
  status: wireBoolean.default(true),
})

const quickMessageParams = z.object({ quickMessageId: idParam<QuickMessageId>() })

export const listQuickMessages = endpoint('GET /quick-messages', {
  name: 'quickMessages.list',
  summary: "The caller's own quick messages and the shared ones, by page",
  access: 'session',
  planFlag: 'none',
  query: z.object(pagingQuery),
  answer: z.object({ records: z.array(quickMessage), ...pageFields }),
})

export const listQuickMessageChoices = endpoint('GET /quick-messages/list', {
  name: 'quickMessages.choices',
  summary: `All of the caller's own quick messages and the shared ones, for the composer; ${limits.quickMessages.ofCompany} at most. Behind ${limits.quickMessages.wholeBytes} bytes of texts only their beginnings`,
  access: 'session',
  planFlag: 'none',
  answer: z.array(quickMessageChoice),
})

export const getQuickMessage = endpoint('GET /quick-messages/:quickMessageId', {
  name: 'quickMessages.get',
  summary: 'One quick message',
  access: 'session',
  planFlag: 'none',
  params: quickMessageParams,
  answer: quickMessage,
  errors: ['ERR_NO_QUICKMESSAGE_FOUND'],
})

export const createQuickMessage = endpoint('POST /quick-messages', {
  name: 'quickMessages.create',
  summary: 'Creates a quick message under a shortcode',
  access: 'session',
  planFlag: 'none',
  body: quickMessageForm,
  answer: quickMessage,
  errors: ['ERR_SHORTCODE_OWN', 'ERR_SHORTCODE_SHARED', 'ERR_TOO_MANY'],
})

export const updateQuickMessage = endpoint('PUT /quick-messages/:quickMessageId', {
  name: 'quickMessages.update',
  summary: 'Changes a quick message: its author, or an admin',
  access: 'session',
  planFlag: 'none',
  params: quickMessageParams,
  body: quickMessageFields.partial(),
  answer: quickMessage,
  errors: ['ERR_NO_QUICKMESSAGE_FOUND', 'ERR_SHORTCODE_OWN', 'ERR_SHORTCODE_SHARED'],
})

export const deleteQuickMessage = endpoint('DELETE /quick-messages/:quickMessageId', {
  name: 'quickMessages.delete',
  summary: 'Deletes a quick message with its media: its author, or an admin',
  access: 'session',
  planFlag: 'none',
  params: quickMessageParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_QUICKMESSAGE_FOUND'],
})

export const uploadQuickMessageMedia = endpoint('POST /quick-messages/:quickMessageId/media-upload', {
  name: 'quickMessages.putMedia',
  summary: 'The file that goes with the message (multipart `file`); the one before it is removed',
  access: 'session',
  planFlag: 'none',
  takesFiles: true,
  params: quickMessageParams,
  /** Clients of the earlier API name a folder. The server ignores it, and uses the company's own folder. */
  body: z.object({ typeArch: textField(50).optional() }),
  answer: quickMessage.extend({ mensagem: z.string() }),
  errors: ['ERR_NO_QUICKMESSAGE_FOUND', ...uploadErrorCodes],
})

export const removeQuickMessageMedia = endpoint('DELETE /quick-messages/:quickMessageId/media-upload', {
  name: 'quickMessages.removeMedia',
  summary: "Removes the message's file",
  access: 'session',
  planFlag: 'none',
  params: quickMessageParams,
  answer: quickMessage.extend({ mensagem: z.string() }),
  errors: ['ERR_NO_QUICKMESSAGE_FOUND'],
})

import type { ConnectionId, MessageTemplateId, TicketId } from '@balcao/domain/ids'
import {
  creatableTemplateCategories,
  templateHeaderFileKinds,
  templateLimits,
} from '@balcao/domain/message-templates'
import { z } from 'zod'
import { endpoint, uploadErrorCodes } from './endpoint'
import { wireMessage } from './messages'
import { idParam, idSchema, instant, resultMessageAnswer, textField } from './wire-values'

/** A message template of a WhatsApp Business account. An approved one may be sent at any time. */
export const messageTemplate = z.object({
  id: idSchema<MessageTemplateId>(),
  connectionId: idSchema<ConnectionId>(),
  name: z.string(),
  /** The language, such as `pt_BR`. Name and language together identify a template. */
  language: z.string(),
  /** MARKETING, UTILITY or AUTHENTICATION, in Meta's spelling. Meta may change a template's category. */
  category: z.string(),
  /** The status in Meta's spelling; only APPROVED templates can be sent. */
  status: z.string(),
  /** Meta's quality rating: GREEN, YELLOW, RED or UNKNOWN. */
  quality: z.string().nullable(),
  reason: z.string().nullable(),
  /** True when the variables have names instead of numbers. */
  isNamed: z.boolean(),
  /** Header, body, footer and buttons in Meta's format. The domain's `templatePartsOf` parses them. */
  components: z.array(z.record(z.string(), z.unknown())),
  updatedAt: instant,
})
export type MessageTemplateView = z.output<typeof messageTemplate>

const filledValues = z.record(z.string().max(64), textField(templateLimits.value)).default({})
export const templateValues = z.object({
  /** `header` and `body` hold the values of their variables, by the variable's name or number. */
  header: filledValues,
  body: filledValues,
  /** The values of buttons, by the button's index from 0: the end of a link, or a code to copy. */
  buttons: filledValues,
})

const shownValues = z.record(z.string(), z.string())
/** `templateValues` in answers. It has no defaults: pages do not parse answers, so none would be set. */
export const storedTemplateValues = z.object({ header: shownValues, body: shownValues, buttons: shownValues })

/** A template to send later. Its values may contain text variables such as `{{name}}`. */
export const templateWithValues = z.object({
  templateId: idParam<MessageTemplateId>(),
  values: templateValues,
})
export type TemplateWithValues = z.output<typeof templateWithValues>

/** A rough limit of each text. The domain's `problemOfTemplateDraft` checks the exact lengths. */
const words = textField(4_096)
const header = z.union([
  z.object({ kind: z.literal('text'), text: words }),
  z.object({ kind: z.enum(templateHeaderFileKinds) }),
])
const button = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quick_reply'), text: words }),
  z.object({ kind: z.literal('url'), text: words, url: words }),
  z.object({ kind: z.literal('phone_number'), text: words, phone: words }),
  z.object({ kind: z.literal('copy_code'), text: words }),
])
const draft = z.object({
  name: words,
  language: textField(20),
  category: z.enum(creatableTemplateCategories),
  header: header.nullable(),
  /**
   * Meta's handle of the header's sample file, which `uploadTemplateSample` returned; null without a file.
   */
  sample: textField(4_096).nullable(),
  body: words,
  footer: words,
  buttons: z.array(button).max(50),
  examples: templateValues,
})

const connectionId = idParam<ConnectionId>()
const params = z.object({ templateId: idParam<MessageTemplateId>() })
const errors = [
  'ERR_NO_WAPP_FOUND',
  'ERR_NOT_OFFERED',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_FORM',
  'ERR_TEMPLATE_META',
  'ERR_TEMPLATE_STATE',
] as const
const manage = { access: 'connections-page:editOrDeleteConnection', planFlag: 'none' } as const
/** Meta allows 200 calls an hour for each WhatsApp Business account; this rate limit stays below. */
const pace = { calls: 60, seconds: 3_600 } as const

const templateList = z.object({
  templates: z.array(messageTemplate),
  /** When the server last fetched the templates from Meta; null before the first time. */
  checkedAt: instant.nullable(),
})
export type TemplateList = z.output<typeof templateList>

export const listMessageTemplates = endpoint('GET /message-templates', {
  name: 'messageTemplates.list',
  summary: 'The message templates of an official number, by name; 6,000 at most',
  access: 'session',
  planFlag: 'none',
  query: z.object({ connectionId }),
  answer: templateList,
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const refreshMessageTemplates = endpoint('POST /message-templates/refresh', {
  name: 'messageTemplates.refresh',
  summary: 'Asks Meta for all templates of the number',
  ...manage,
  pace,
  body: z.object({ connectionId }),
  answer: templateList,
  errors,
})

export const createMessageTemplate = endpoint('POST /message-templates', {
  name: 'messageTemplates.create',
  summary: 'Hands a new template to Meta, which reviews it',
  ...manage,
  closedToSupport: true,
  pace,
  body: draft.extend({ connectionId }),
  answer: messageTemplate,
  errors,
})

export const updateMessageTemplate = endpoint('PUT /message-templates/:templateId', {
  name: 'messageTemplates.update',
  summary: 'Replaces the content of a template; Meta reviews it again. Name and language stay',
  ...manage,
  closedToSupport: true,
  pace,
  params,
  body: draft.omit({ name: true, language: true }),
  answer: messageTemplate,
  errors,
})

export const deleteMessageTemplate = endpoint('DELETE /message-templates/:templateId', {
  name: 'messageTemplates.delete',
  summary: 'Deletes a template at Meta. The name of an approved one is free again after 30 days',
  ...manage,
  closedToSupport: true,
  pace,
  params,
  answer: resultMessageAnswer,
  errors,
})

export const uploadTemplateSample = endpoint('POST /message-templates/sample', {
  name: 'messageTemplates.sample',
  summary: 'Hands Meta the sample file of a header (multipart `file`): JPEG, PNG, MP4 or PDF',
  ...manage,
  closedToSupport: true,
  takesFiles: true,
  pace,
  body: z.object({ connectionId }),
  answer: z.object({ sample: z.string() }),
  errors: [...errors, 'ERR_TEMPLATE_SEND', ...uploadErrorCodes],
})

/** Parses an object that a multipart form sent as JSON text; other values stay as they are. */
export function parseFormJson(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value === '' ? undefined : value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const sendTemplate = endpoint('POST /messages/:ticketId/template', {
  name: 'messages.sendTemplate',
  summary:
    'Sends an approved template with its variables filled, also when the reply window is closed; the file of its header as multipart `file`',
  access: 'session',
  planFlag: 'none',
  takesFiles: true,
  params: z.object({ ticketId: idParam<TicketId>() }),
  body: z.object({
    templateId: idParam<MessageTemplateId>(),
    values: z.preprocess(parseFormJson, templateValues.optional()),
    clientId: z.uuid().optional(),
  }),
  answer: wireMessage,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_STATE',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_SEND',
    'ERR_CREATING_MESSAGE',
    ...uploadErrorCodes,
  ],
})

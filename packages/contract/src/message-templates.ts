import type { ConnectionId, MessageTemplateId, TicketId } from '@balcao/domain/ids'
import { creatableCategories, headerFiles, templateLimits } from '@balcao/domain/message-templates'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { wireMessage } from './messages'
import { idParam, instant, message, text } from './wire-values'

/** A text that Meta approves for one number's account, which may be sent at any time. */
export const messageTemplate = z.object({
  id: z.number().int() as unknown as z.ZodType<MessageTemplateId, number>, // branded on the way out
  connectionId: z.number().int() as unknown as z.ZodType<ConnectionId, number>,
  name: z.string(),
  /** Such as `pt_BR`: name and language together identify a template. */
  language: z.string(),
  /** MARKETING, UTILITY or AUTHENTICATION, as Meta spells it; Meta may change it. */
  category: z.string(),
  /** As Meta spells it; only APPROVED ones can be sent. */
  status: z.string(),
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: z.string().nullable(),
  /** Meta's reason for its rejection, pause or end. */
  reason: z.string().nullable(),
  /** Its variables have names in place of numbers. */
  isNamed: z.boolean(),
  /** As Meta writes them: `partsOf` of the domain reads them. */
  components: z.array(z.record(z.string(), z.unknown())),
  updatedAt: instant,
})
export type MessageTemplateView = z.output<typeof messageTemplate>

const filledValues = z.record(z.string().max(64), text(templateLimits.value)).default({})
export const templateValues = z.object({
  /** By the names or numbers of the variables. */
  header: filledValues,
  body: filledValues,
  /** By the place of the button, from 0: the end of a link, or a code. */
  buttons: filledValues,
})

const shownValues = z.record(z.string(), z.string())
/** The same in answers: without the defaults of a form, because pages read answers without zod. */
export const storedTemplateValues = z.object({ header: shownValues, body: shownValues, buttons: shownValues })

/** A template to send later. Its values may name the variables of texts, such as `{{name}}`. */
export const templateChoice = z.object({ templateId: idParam<MessageTemplateId>(), values: templateValues })
export type TemplateChoice = z.output<typeof templateChoice>

/** Lengths are checked by `problemOfDraft` of the domain, which says what is wrong. */
const words = text(4_096)
const header = z.union([
  z.object({ kind: z.literal('text'), text: words }),
  z.object({ kind: z.enum(headerFiles) }),
])
const button = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quick_reply'), text: words }),
  z.object({ kind: z.literal('url'), text: words, url: words }),
  z.object({ kind: z.literal('phone_number'), text: words, phone: words }),
  z.object({ kind: z.literal('copy_code'), text: words }),
])
const draft = z.object({
  name: words,
  language: text(20),
  category: z.enum(creatableCategories),
  header: header.nullable(),
  /** What `messageTemplates.sample` answered for the file of the header. */
  sample: text(4_096).nullable(),
  body: words,
  footer: words,
  buttons: z.array(button).max(50),
  examples: templateValues,
})
export type TemplateForm = z.output<typeof draft>

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
/** Meta allows 200 calls an hour for an account. */
const pace = { calls: 60, seconds: 3_600 } as const

const templateList = z.object({
  templates: z.array(messageTemplate),
  /** When Meta was last asked for them; null: never. */
  checkedAt: instant.nullable(),
})
export type TemplateList = z.output<typeof templateList>

export const listMessageTemplates = endpoint({
  name: 'messageTemplates.list',
  summary: 'The message templates of an official number, by name; 6,000 at most',
  method: 'GET',
  path: '/message-templates',
  access: 'session',
  planFlag: 'none',
  query: z.object({ connectionId }),
  answer: templateList,
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const refreshMessageTemplates = endpoint({
  name: 'messageTemplates.refresh',
  summary: 'Asks Meta for all templates of the number',
  method: 'POST',
  path: '/message-templates/refresh',
  ...manage,
  pace,
  body: z.object({ connectionId }),
  answer: templateList,
  errors,
})

export const createMessageTemplate = endpoint({
  name: 'messageTemplates.create',
  summary: 'Hands a new template to Meta, which reviews it',
  method: 'POST',
  path: '/message-templates',
  ...manage,
  closedToSupport: true,
  pace,
  body: draft.extend({ connectionId }),
  answer: messageTemplate,
  errors,
})

export const updateMessageTemplate = endpoint({
  name: 'messageTemplates.update',
  summary: 'Replaces the content of a template; Meta reviews it again. Name and language stay',
  method: 'PUT',
  path: '/message-templates/:templateId',
  ...manage,
  closedToSupport: true,
  pace,
  params,
  body: draft.omit({ name: true, language: true }),
  answer: messageTemplate,
  errors,
})

export const deleteMessageTemplate = endpoint({
  name: 'messageTemplates.delete',
  summary: 'Deletes a template at Meta. The name of an approved one is free again after 30 days',
  method: 'DELETE',
  path: '/message-templates/:templateId',
  ...manage,
  closedToSupport: true,
  pace,
  params,
  answer: message,
  errors,
})

export const uploadTemplateSample = endpoint({
  name: 'messageTemplates.sample',
  summary: 'Hands Meta the sample file of a header (multipart `file`): JPEG, PNG, MP4 or PDF',
  method: 'POST',
  path: '/message-templates/sample',
  ...manage,
  closedToSupport: true,
  takesFiles: true,
  pace,
  body: z.object({ connectionId }),
  answer: z.object({ sample: z.string() }),
  errors: [
    ...errors,
    'ERR_TEMPLATE_SEND',
    'ERR_UPLOAD_TOO_LARGE',
    'ERR_UPLOAD_EMPTY',
    'ERR_STORAGE_FULL',
    'ERR_COMPANY_STORAGE_FULL',
    'ERR_TOO_MANY_UPLOADS',
  ],
})

/** In a multipart form the values are a JSON text. */
export function jsonFromForm(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value === '' ? undefined : value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const sendTemplate = endpoint({
  name: 'messages.sendTemplate',
  summary:
    'Sends an approved template with its variables filled, also when the reply window is closed; the file of its header as multipart `file`',
  method: 'POST',
  path: '/messages/:ticketId/template',
  access: 'session',
  planFlag: 'none',
  takesFiles: true,
  params: z.object({ ticketId: idParam<TicketId>() }),
  body: z.object({
    templateId: idParam<MessageTemplateId>(),
    values: z.preprocess(jsonFromForm, templateValues.optional()),
    clientId: z.uuid().optional(),
  }),
  answer: wireMessage,
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_STATE',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_SEND',
    'ERR_CREATING_MESSAGE',
    'ERR_UPLOAD_TOO_LARGE',
    'ERR_UPLOAD_EMPTY',
    'ERR_STORAGE_FULL',
    'ERR_COMPANY_STORAGE_FULL',
    'ERR_TOO_MANY_UPLOADS',
  ],
})

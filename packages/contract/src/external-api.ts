import type { MessageId, MessageTemplateId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { noTemplateValues, templateHeaderFileKinds, templateLimits } from '@balcao/domain/message-templates'
import { z } from 'zod'
import { endpoint, uploadErrorCodes } from './endpoint'
import { parseFormJson, templateValues } from './message-templates'
import { idParam, idSchema, instant, textField, wireBoolean } from './wire-values'

/** A phone number in digits only: country code, area code, number (EXTAPI-06). */
export const phoneDigits = z
  .union([z.string(), z.number().int().transform(String)])
  .pipe(z.string().regex(/^[1-9]\d{9,14}$/))

const tokenErrors = [
  'ERR_VALIDATION',
  'ERR_API_TOKEN',
  'ERR_COMPANY_DISABLED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_API_NOT_IN_PLAN',
  'ERR_API_TOO_MANY_CALLS',
] as const

export const externalApiSendErrorCodes = [
  'ERR_WAPP_MSG_WINDOW_CLOSED',
  'ERR_WAPP_MSG_CONTENT',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_SEND',
  ...tokenErrors,
  'ERR_IDEMPOTENCY_KEY_REUSED',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_BODY_TOO_LARGE',
  ...uploadErrorCodes,
] as const

const templateToSend = z
  .object({
    id: idParam<MessageTemplateId>().optional(),
    name: textField(templateLimits.name).optional(),
    language: textField(20).optional(),
    values: templateValues.default(noTemplateValues),
  })
  .refine(({ id, name, language }) => id !== undefined || (name !== undefined && language !== undefined), {
    path: ['name'],
  })
export type TemplateToSend = z.output<typeof templateToSend>

export const sendMessageByToken = endpoint('POST /api/messages/send', {
  name: 'externalApi.send',
  summary:
    'Sends a text, files with a caption, or a message template, over the connection whose token is the bearer. With an `Idempotency-Key` header a repeat within a day gets the first answer',
  access: 'token',
  planFlag: 'useExternalApi',
  takesFiles: true,
  body: z.object({
    number: phoneDigits,
    body: textField(limits.messageText.max).default(''),
    /**
     * A template to send instead of `body`; it may be sent at any time. In a multipart form it is JSON, and
     * the form's file becomes the template's header.
     */
    template: z.preprocess(parseFormJson, templateToSend.optional()),
    closeTicket: wireBoolean.default(false),
  }),
  answer: z.object({
    mensagem: z.literal('Mensagem enviada'),
    /** The id of the message. Several files become several messages; this is the first one's id. */
    messageId: idSchema<MessageId>(),
    messageIds: z.array(idSchema<MessageId>()),
    ticketId: idSchema<TicketId>(),
  }),
  errors: externalApiSendErrorCodes,
})

export const listTemplatesByToken = endpoint('GET /api/messages/templates', {
  name: 'externalApi.templates',
  summary: 'The message templates of the connection whose token is the bearer, by name; 6,000 at most',
  access: 'token',
  planFlag: 'useExternalApi',
  answer: z.object({
    templates: z.array(
      z.object({
        id: idSchema<MessageTemplateId>(),
        name: z.string(),
        language: z.string(),
        category: z.string(),
        /** The template's status in Meta's spelling, such as APPROVED. */
        status: z.string(),
        /** True when the template is approved, and this endpoint can fill all its parts. */
        isSendable: z.boolean(),
        /** The kind of header; for a file kind, the call must send a file. */
        header: z.enum(['text', ...templateHeaderFileKinds]).nullable(),
        body: z.string(),
        /** The template's variables. The call must send each value as `values[part][key]`. */
        variables: z.array(
          z.object({
            part: z.enum(['header', 'body', 'buttons']),
            /** The variable's name or number; for a button, its index from 0. */
            key: z.string(),
          }),
        ),
      }),
    ),
  }),
  errors: tokenErrors,
})

export const getReplyWindowByToken = endpoint('GET /api/messages/reply-window', {
  name: 'externalApi.window',
  summary: 'Whether a free message may be sent now to a number, or a template only',
  access: 'token',
  planFlag: 'useExternalApi',
  query: z.object({ number: phoneDigits }),
  answer: z.object({
    isOpen: z.boolean(),
    /** The end of the reply window, past or future; null if the contact never wrote or no window applies. */
    closesAt: instant.nullable(),
  }),
  errors: tokenErrors,
})

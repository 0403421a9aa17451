import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { flag, text } from './wire-values'

const idSchema = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out

/** Country code, area code, number: digits alone (EXTAPI-06). */
export const plainNumber = z
  .union([z.string(), z.number().int().transform(String)])
  .pipe(z.string().regex(/^[1-9]\d{9,14}$/))

/** Errors that a sending program must handle. */
export const sendByTokenErrors = [
  'ERR_WAPP_MSG_WINDOW_CLOSED',
  'ERR_WAPP_MSG_CONTENT',
  'ERR_VALIDATION',
  'ERR_API_TOKEN',
  'ERR_COMPANY_DISABLED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_API_NOT_IN_PLAN',
  'ERR_API_TOO_MANY_CALLS',
  'ERR_IDEMPOTENCY_KEY_REUSED',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_BODY_TOO_LARGE',
  'ERR_UPLOAD_TOO_LARGE',
  'ERR_UPLOAD_EMPTY',
  'ERR_STORAGE_FULL',
  'ERR_COMPANY_STORAGE_FULL',
  'ERR_TOO_MANY_UPLOADS',
] as const

export const sendByToken = endpoint({
  name: 'externalApi.send',
  summary:
    'Sends a text, or files with a caption, over the connection whose token is the bearer. With an `Idempotency-Key` header a repeat within a day gets the first answer',
  method: 'POST',
  path: '/api/messages/send',
  access: 'token',
  planFlag: 'useExternalApi',
  takesFiles: true,
  body: z.object({
    number: plainNumber,
    body: text(limits.messageText.max).default(''),
    /** Closes the ticket of the message. */
    closeTicket: flag.default(false),
  }),
  answer: z.object({
    mensagem: z.literal('Mensagem enviada'),
    /** The id of the first message, where several files became several messages. */
    messageId: idSchema<MessageId>(),
    messageIds: z.array(idSchema<MessageId>()),
    ticketId: idSchema<TicketId>(),
  }),
  errors: sendByTokenErrors,
})

import type { ConnectionId, DeliveryId, TicketId, WebhookId } from '@balcao/domain/ids'
import { ticketStatuses } from '@balcao/domain/tickets'
import {
  deliveryEvents,
  deliveryFailures,
  deliveryStates,
  reportedMessageChanges,
  webhookEvents,
  webhookOffReasons,
} from '@balcao/domain/webhooks'
import { z } from 'zod'
import { endpoint, typedAddressRateLimit } from './endpoint'
import {
  idOrNull,
  idParam,
  idSchema,
  instant,
  nameText,
  numberOrNumericText,
  requiredText,
  resultMessageAnswer,
} from './wire-values'

/** A webhook: the address to which the server reports events. No answer contains its secret. */
export const webhook = z.object({
  id: idSchema<WebhookId>(),
  name: z.string(),
  /** The address. Support visits see only its host, because paths and queries may contain tokens. */
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** The webhook reports only this connection's events; null: those of every connection. */
  connectionId: idSchema<ConnectionId>().nullable(),
  isActive: z.boolean(),
  /** Why the server switched the webhook off; null when a user did, or it is on. */
  offReason: z.enum(webhookOffReasons).nullable(),
  lastCallAt: instant.nullable(),
  lastFailure: z.enum(deliveryFailures).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type WebhookView = z.output<typeof webhook>

export const webhookDelivery = z.object({
  id: idSchema<DeliveryId>(),
  event: z.enum(deliveryEvents),
  /** The ticket of the event; null for a test delivery. */
  ticketId: idSchema<TicketId>().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** When the next attempt of a waiting delivery is due. */
  nextTryAt: instant.nullable(),
  calledAt: instant.nullable(),
  milliseconds: z.number().int().nullable(),
  status: z.number().int().nullable(),
  failure: z.enum(deliveryFailures).nullable(),
  createdAt: instant,
})
export type WebhookDeliveryView = z.output<typeof webhookDelivery>

/** A delivery with the body that a new attempt would send, and the start of the receiver's last answer. */
export const webhookDeliveryWithBody = webhookDelivery.extend({
  /** The request's body; null when the ticket or message of the event was deleted. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
})
export type WebhookDeliveryDetails = z.output<typeof webhookDeliveryWithBody>

const named = z.object({ id: z.number().int(), name: z.string() })

/** The body of a request to a webhook, the same shape for every event. */
export const webhookPayload = z.object({
  /** The delivery's id. Every attempt repeats it, so that receivers can skip duplicates. */
  id: z.string(),
  event: z.enum(deliveryEvents),
  at: instant,
  companyId: z.number().int(),
  /** Only for `message.ack`: 1 sent, 2 delivered, 3 read, 4 and 5 played. */
  ack: z.number().int().optional(),
  change: z.enum(reportedMessageChanges).optional(),
  /** The message at the time of the request; only for events of messages. */
  message: z
    .object({
      id: z.number().int(),
      body: z.string(),
      fromMe: z.boolean(),
      ack: z.number().int(),
      mediaType: z.string().nullable(),
      /** A signed link, valid for one to two days. */
      mediaUrl: z.string().nullable(),
      mimetype: z.string().nullable(),
      fileName: z.string().nullable(),
      isAutomatic: z.boolean(),
      isDeleted: z.boolean(),
      isEdited: z.boolean(),
      failure: z.string().nullable(),
      user: named.nullable(),
      author: named.nullable(),
      quotedMessageId: z.number().int().nullable(),
      createdAt: instant,
    })
    .optional(),
  /** For ticket events: who acted, and the ticket's owner and queue after the act. */
  history: z
    .object({
      by: named.nullable(),
      user: named.nullable(),
      queue: named.nullable(),
      connection: named.nullable(),
      rating: z.number().int().nullable(),
    })
    .optional(),
  /** The ticket at the time of the request. A test delivery has neither message nor ticket. */
  ticket: z
    .object({
      id: z.number().int(),
      uuid: z.string(),
      status: z.enum(ticketStatuses),
      isGroup: z.boolean(),
      queue: named.nullable(),
      user: named.nullable(),
      connection: named.nullable(),
    })
    .optional(),
  contact: z.object({ id: z.number().int(), name: z.string(), number: z.string().nullable() }).optional(),
})

const address = requiredText(2_000).refine((value) => value === '' || isWebAddress(value), 'Invalid URL')

function isWebAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const webhookForm = z.object({
  name: nameText,
  url: address,
  events: z
    .array(z.enum(webhookEvents))
    .min(1, 'Required')
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  connectionId: idOrNull<ConnectionId>().default(null),
  /** Whether the webhook is on. Switching it on again resets its failure count. */
  isActive: z.boolean().default(true),
})
export type WebhookForm = z.output<typeof webhookForm>

const webhookRules = { access: 'webhooks.manage', planFlag: 'useExternalApi' } as const
const webhookParams = z.object({ webhookId: idParam<WebhookId>() })

/** Delivery ids may exceed 32 bits, so they need a larger range than other ids. */
const deliveryId = numberOrNumericText(/^\d{1,16}$/)
  .pipe(z.number().int().min(1))
  .transform((value) => value as DeliveryId) // safe: the checks above allow only positive integers
const deliveryParams = webhookParams.extend({ deliveryId })

export const listWebhooks = endpoint('GET /webhooks', {
  name: 'webhooks.list',
  summary: 'Webhooks of the company, oldest first; twenty at most',
  ...webhookRules,
  answer: z.object({ webhooks: z.array(webhook) }),
})

export const createWebhook = endpoint('POST /webhooks', {
  name: 'webhooks.create',
  summary: 'Adds a webhook; only this answer contains its secret',
  ...webhookRules,
  body: webhookForm,
  answer: z.object({ webhook, secret: z.string() }),
  closedToSupport: true,
  errors: ['ERR_TOO_MANY_WEBHOOKS', 'ERR_NO_WAPP_FOUND', 'ERR_PRIVATE_ADDRESS'],
})

export const updateWebhook = endpoint('PUT /webhooks/:webhookId', {
  name: 'webhooks.update',
  summary: 'Changes a webhook; its secret stays',
  ...webhookRules,
  params: webhookParams,
  body: webhookForm,
  answer: webhook,
  closedToSupport: true,
  errors: ['ERR_NO_WEBHOOK_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_PRIVATE_ADDRESS'],
})

export const deleteWebhook = endpoint('DELETE /webhooks/:webhookId', {
  name: 'webhooks.delete',
  summary: 'Removes a webhook, with its log and what still waits',
  ...webhookRules,
  params: webhookParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const renewWebhookSecret = endpoint('POST /webhooks/:webhookId/secret', {
  name: 'webhooks.renewSecret',
  summary: 'Replaces the secret of a webhook; only this answer contains the new one',
  ...webhookRules,
  params: webhookParams,
  answer: z.object({ secret: z.string() }),
  closedToSupport: true,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const testWebhook = endpoint('POST /webhooks/:webhookId/test', {
  name: 'webhooks.test',
  summary: 'Calls a webhook once with the event `test` and returns the outcome; it counts as no failure',
  ...webhookRules,
  params: webhookParams,
  answer: webhookDelivery,
  pace: typedAddressRateLimit,
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const listWebhookDeliveries = endpoint('GET /webhooks/:webhookId/deliveries', {
  name: 'webhooks.deliveries',
  summary: 'The log of a webhook, newest first: fifteen days. `before` is the id of the last one known',
  ...webhookRules,
  params: webhookParams,
  query: z.object({
    state: z.enum(deliveryStates).optional(),
    before: deliveryId.optional(),
  }),
  answer: z.object({ deliveries: z.array(webhookDelivery), hasMore: z.boolean() }),
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const getWebhookDelivery = endpoint('GET /webhooks/:webhookId/deliveries/:deliveryId', {
  name: 'webhooks.delivery',
  summary: 'One delivery, with what is sent and what was answered',
  ...webhookRules,
  params: deliveryParams,
  answer: webhookDeliveryWithBody,
  closedToSupport: true,
  errors: ['ERR_NO_DELIVERY_FOUND'],
})

export const resendWebhookDelivery = endpoint('POST /webhooks/:webhookId/deliveries/:deliveryId/again', {
  name: 'webhooks.sendAgain',
  summary: 'Sends a delivery once more, under its former id, at once and with all its tries',
  ...webhookRules,
  params: deliveryParams,
  answer: webhookDelivery,
  errors: ['ERR_NO_DELIVERY_FOUND', 'ERR_DELIVERY_STATE'],
})

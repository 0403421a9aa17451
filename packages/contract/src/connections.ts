import {
  connectionCauses,
  connectionDefaults,
  connectionStatuses,
  historyStates,
  linkingSteps,
} from '@balcao/domain/connections'
import type { ConnectionId, IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { setUpReasons } from '@balcao/domain/official-numbers'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  chosenCompany,
  flag,
  idList,
  idOrNull,
  idParam,
  instant,
  message,
  nameText,
  text,
  wholeNumber,
} from './wire-values'

const idSchema = z.number().int() as unknown as z.ZodType<ConnectionId, number> // branded on the way out

/** The live part of a connection: the payload of `company-{id}-whatsappSession`. Only admins get the QR text. */
export const connectionSession = z.object({
  id: idSchema,
  status: z.enum(connectionStatuses),
  /** When the status began; a TIMEOUT counts from the OPENING before it. */
  since: instant,
  qrcode: z.string(),
  qrExpiresAt: instant.nullable(),
  retries: z.number().int(),
  cause: z.enum(connectionCauses).nullable(),
  /** The step of the linking; null when nothing is being linked. */
  step: z.enum(linkingSteps).nullable(),
  nextAttemptAt: instant.nullable(),
  lastTrafficAt: instant.nullable(),
  number: z.string().nullable(),
  /** True when this linking asks the phone for its older messages. */
  bringHistory: z.boolean(),
  /** The progress of the history and its messages so far; null when none was requested. */
  history: z.object({ state: z.enum(historyStates), messages: z.number().int() }).nullable(),
  updatedAt: instant,
})
export type ConnectionSession = z.output<typeof connectionSession>

/** What Meta says of an official number. */
export const officialState = z.object({
  verifiedName: z.string().nullable(),
  /** As Meta spells them: GREEN, YELLOW or RED; TIER_1K; APPROVED. */
  quality: z.string().nullable(),
  messagingLimit: z.string().nullable(),
  nameStatus: z.string().nullable(),
  /** Null: the token does not expire, or Meta does not say. */
  tokenExpiresAt: instant.nullable(),
  checkedAt: instant,
  /** Why the last check failed; null: nothing is wrong. */
  trouble: z.object({ what: z.enum(setUpReasons), detail: z.string() }).nullable(),
  /** When Meta verified the callback address; null: not yet. */
  webhookVerifiedAt: instant.nullable(),
  lastWebhookAt: instant.nullable(),
})

export const connection = connectionSession.extend({
  name: z.string(),
  isDefault: z.boolean(),
  provider: z.string(),
  /** Null: no official number, or not set up yet. */
  official: officialState.nullable(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** The queue of tickets that no agent accepted in time; 0 for none. */
  sendIdQueue: z.number().int(),
  /** Minutes; 0 is never. */
  timeSendQueue: z.number().int(),
  /** Aliases of the two previous fields for later clients (docs/wire-traps.md, 26); null for none. */
  transferQueueId: z.number().int().nullable(),
  timeToTransfer: z.number().int(),
  timeUseBotQueues: z.number().int(),
  maxUseBotQueues: z.number().int(),
  expiresTicket: z.number().int(),
  expiresInactiveMessage: z.string(),
  /** The assistant that answers pending tickets instead of the menu (BOT-11). */
  promptId: z.number().int().nullable() as unknown as z.ZodType<PromptId | null, number | null>,
  integrationId: z.number().int().nullable() as unknown as z.ZodType<IntegrationId | null, number | null>,
  /** The last four characters of the external API's token, which is shown once; empty without a token. */
  token: z.string(),
  tokenCreatedAt: instant.nullable(),
  queues: z.array(
    z.object({
      id: z.number().int() as unknown as z.ZodType<QueueId, number>,
      name: z.string(),
      color: z.string(),
    }),
  ),
  createdAt: instant,
})
export type ConnectionView = z.output<typeof connection>

const minutes = wholeNumber(limits.automation.minutes)

/** 0 and an empty text mean none. */
const queueOrNone = z.preprocess(
  (value) => (value === 0 || value === '0' ? null : value),
  idOrNull<QueueId>(),
)

const formFields = z.object({
  name: nameText,
  isDefault: flag.optional(),
  /** `cloud` is the official API, every other one a linked device. It can't be changed between the two. */
  provider: text(20).transform((provider) => provider.trim() || connectionDefaults.provider),
  greetingMessage: text(4096),
  complationMessage: text(4096),
  outOfHoursMessage: text(4096),
  ratingMessage: text(4096),
  expiresInactiveMessage: text(4096),
  queueIds: idList<QueueId>(),
  sendIdQueue: queueOrNone,
  timeSendQueue: minutes,
  /** Aliases of the two previous fields. For a client that returns both names, the changed one counts. */
  transferQueueId: queueOrNone.optional(),
  timeToTransfer: minutes.optional(),
  /** The product generates tokens: only the answered text, or none, may come back. */
  token: text(200).optional(),
  timeUseBotQueues: minutes,
  maxUseBotQueues: wholeNumber(limits.automation.menus, connectionDefaults.maxUseBotQueues),
  expiresTicket: minutes,
  promptId: idOrNull<PromptId>(),
  integrationId: idOrNull<IntegrationId>(),
})

const { shape } = formFields
export const connectionForm = formFields.extend({
  provider: shape.provider.default(connectionDefaults.provider),
  greetingMessage: shape.greetingMessage.default(''),
  complationMessage: shape.complationMessage.default(''),
  outOfHoursMessage: shape.outOfHoursMessage.default(''),
  ratingMessage: shape.ratingMessage.default(''),
  expiresInactiveMessage: shape.expiresInactiveMessage.default(''),
  queueIds: shape.queueIds.default([]),
  sendIdQueue: shape.sendIdQueue.default(null),
  timeSendQueue: shape.timeSendQueue.default(connectionDefaults.timeSendQueue),
  timeUseBotQueues: shape.timeUseBotQueues.default(connectionDefaults.timeUseBotQueues),
  maxUseBotQueues: shape.maxUseBotQueues.default(connectionDefaults.maxUseBotQueues),
  expiresTicket: shape.expiresTicket.default(connectionDefaults.expiresTicket),
  promptId: shape.promptId.default(null),
  integrationId: shape.integrationId.default(null),
})

/** An omitted field stays. Not `connectionForm.partial()`: zod fills defaults in even for an optional field. */
export const connectionChange = formFields.partial()

/** A new connection shows its first QR at once, so this form may already choose the history. */
const newConnection = connectionForm.extend({ bringHistory: flag.optional() })

/**
 * The choices of a linking. WhatsApp sends its history only to a device that is being linked, never later. Omitted: no
 * history with a new QR; with *try again*, the previous choice.
 */
const linking = z.object({ bringHistory: flag.optional() })

/** The objects that depend on a connection. */
const usage = z.object({
  waitingTickets: z.number().int(),
  openTickets: z.number().int(),
  /** Messages that WhatsApp has not accepted yet. */
  unsentMessages: z.number().int(),
  schedules: z.number().int(),
  /** Running or planned campaigns, which stop when the connection is deleted. */
  campaigns: z.number().int(),
  /** Webhooks of this connection alone, which are deleted with it. */
  webhooks: z.number().int(),
  /** Users with this default connection. */
  users: z.number().int(),
  hasToken: z.boolean(),
  /** The connection that takes over its tickets; null when it is the last one. */
  successor: z.object({ id: idSchema, name: z.string() }).nullable(),
})
export type ConnectionUsage = z.output<typeof usage>

const connectionParams = z.object({ connectionId: idParam<ConnectionId>() })
const notFound = ['ERR_NO_WAPP_FOUND'] as const

export const listConnections = endpoint({
  name: 'connections.list',
  summary: 'Connections of the company; never with session secrets, with any value of `session`',
  method: 'GET',
  path: '/whatsapp',
  access: 'session',
  planFlag: 'none',
  /** Sent by the documents' clients and without effect: no answer holds secrets of the socket. */
  query: z.object({ ...chosenCompany, session: z.string().optional() }),
  errors: ['ERR_NO_COMPANY_FOUND'],
  answer: z.array(connection),
})

export const getConnection = endpoint({
  name: 'connections.get',
  summary: 'One connection',
  method: 'GET',
  path: '/whatsapp/:connectionId',
  access: 'session',
  planFlag: 'none',
  params: connectionParams,
  answer: connection,
  errors: notFound,
})

export const createConnection = endpoint({
  name: 'connections.create',
  summary: 'Creates a connection and starts its session, within the limit of the plan',
  method: 'POST',
  path: '/whatsapp',
  access: 'connections-page:addConnection',
  planFlag: 'none',
  body: newConnection,
  answer: connection,
  errors: [
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_WAPP_NAME_ALREADY_EXISTS',
    'ERR_PLAN_LIMIT',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_INTEGRATION_FOUND',
    'ERR_NO_OTHER_WHATSAPP',
    'ERR_WAPP_TOKEN_TYPED',
  ],
})

export const updateConnection = endpoint({
  name: 'connections.update',
  summary: 'Changes a connection',
  method: 'PUT',
  path: '/whatsapp/:connectionId',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  params: connectionParams,
  body: connectionChange,
  answer: connection,
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_WAPP_NAME_ALREADY_EXISTS',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_INTEGRATION_FOUND',
    'ERR_NO_OTHER_WHATSAPP',
    'ERR_WAPP_TOKEN_TYPED',
    'ERR_NOT_OFFERED',
  ],
})

export const deleteConnection = endpoint({
  name: 'connections.delete',
  summary: 'Disconnects and deletes a connection; its live tickets move to the default one',
  method: 'DELETE',
  path: '/whatsapp/:connectionId',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  params: connectionParams,
  answer: message,
  errors: notFound,
})

export const connectionUsage = endpoint({
  name: 'connections.usage',
  summary: 'What depends on a connection, to show before it is deleted',
  method: 'GET',
  path: '/whatsapp/:connectionId/usage',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  params: connectionParams,
  answer: usage,
  errors: notFound,
})

export const makeConnectionToken = endpoint({
  name: 'connections.makeToken',
  summary: 'Creates the token of the external API for this connection, and revokes the former one (CONN-28)',
  method: 'POST',
  path: '/whatsapp/:connectionId/token',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'useExternalApi',
  closedToSupport: true,
  params: connectionParams,
  /** The only response with the whole token. */
  answer: z.object({ token: z.string() }),
  errors: notFound,
})

export const revokeConnectionToken = endpoint({
  name: 'connections.revokeToken',
  summary: 'Revokes the token of the external API at once, under every plan',
  method: 'DELETE',
  path: '/whatsapp/:connectionId/token',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  closedToSupport: true,
  params: connectionParams,
  answer: message,
  errors: notFound,
})

export const startSession = endpoint({
  name: 'connections.startSession',
  summary: 'Tries again (CONN-24)',
  method: 'POST',
  path: '/whatsappsession/:connectionId',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params: connectionParams,
  body: linking,
  answer: message,
  errors: notFound,
})

export const newQr = endpoint({
  name: 'connections.newQr',
  summary: 'Drops the stored session and shows a new QR (CONN-25)',
  method: 'PUT',
  path: '/whatsappsession/:connectionId',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params: connectionParams,
  body: linking,
  answer: message,
  errors: [...notFound, 'ERR_NOT_OFFERED'],
})

export const stopSession = endpoint({
  name: 'connections.stop',
  summary: 'Stops trying to connect; the number stays linked, and Try again continues',
  method: 'POST',
  path: '/whatsappsession/:connectionId/stop',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params: connectionParams,
  answer: message,
  errors: notFound,
})

export const disconnect = endpoint({
  name: 'connections.disconnect',
  summary: 'Logs the number out (CONN-26)',
  method: 'DELETE',
  path: '/whatsappsession/:connectionId',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params: connectionParams,
  answer: message,
  errors: [...notFound, 'ERR_NOT_OFFERED'],
})

export const pairingCode = endpoint({
  name: 'connections.pairingCode',
  summary: 'Eight letters to type on the phone instead of scanning the QR',
  method: 'POST',
  path: '/whatsappsession/:connectionId/pairing-code',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params: connectionParams,
  body: z.object({ number: z.string().max(30) }),
  answer: z.object({ code: z.string() }),
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NOT_INITIALIZED',
    'ERR_VALIDATION',
    'ERR_PAIRING_REFUSED',
    'ERR_PAIRING_TOO_OFTEN',
    'ERR_PAIRING_NO_ANSWER',
  ],
})

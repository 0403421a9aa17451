import {
  connectionDefaults,
  connectionStatuses,
  disconnectionCauses,
  historyImportStates,
  linkingSteps,
} from '@balcao/domain/connections'
import type { ConnectionId, IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { officialSetUpFailureReasons } from '@balcao/domain/official-numbers'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  idAndName,
  idList,
  idOrNull,
  idParam,
  idSchema,
  instant,
  nameText,
  optionalCompanyId,
  resultMessageAnswer,
  textField,
  wholeNumber,
  wireBoolean,
} from './wire-values'

/** The live state of a connection. Only admins get the QR text. */
const connectionLiveState = z.object({
  id: idSchema<ConnectionId>(),
  status: z.enum(connectionStatuses),
  /** When the status began; for TIMEOUT, when the preceding status OPENING began. */
  since: instant,
  qrcode: z.string(),
  qrExpiresAt: instant.nullable(),
  retries: z.number().int(),
  cause: z.enum(disconnectionCauses).nullable(),
  /** The current step of linking a device, if one is being linked. */
  step: z.enum(linkingSteps).nullable(),
  nextAttemptAt: instant.nullable(),
  lastTrafficAt: instant.nullable(),
  number: z.string().nullable(),
  /** True when linking the device also requests the phone's older messages. */
  bringHistory: z.boolean(),
  /** The progress of the requested history, with the number of messages so far; null without a request. */
  history: z.object({ state: z.enum(historyImportStates), messages: z.number().int() }).nullable(),
  updatedAt: instant,
})
export type ConnectionLiveState = z.output<typeof connectionLiveState>

export const officialNumberState = z.object({
  verifiedName: z.string().nullable(),
  /** Quality rating, messaging tier and name review in Meta's spelling: GREEN, TIER_1K, APPROVED. */
  quality: z.string().nullable(),
  messagingLimit: z.string().nullable(),
  nameStatus: z.string().nullable(),
  /** When Meta's access token expires; null when it never expires, or Meta reports no expiry. */
  tokenExpiresAt: instant.nullable(),
  checkedAt: instant,
  /** Why the last check of the number failed. */
  trouble: z.object({ what: z.enum(officialSetUpFailureReasons), detail: z.string() }).nullable(),
  /** When Meta verified the callback address. */
  webhookVerifiedAt: instant.nullable(),
  lastWebhookAt: instant.nullable(),
  /**
   * When Meta sent the first message or status. If it stays null, the user may not have subscribed the
   * webhook to `messages` at Meta.
   */
  firstMessageAt: instant.nullable(),
})

export const connection = connectionLiveState.extend({
  name: z.string(),
  isDefault: z.boolean(),
  provider: z.string(),
  /** The state of a number of Meta's official API; null for linked devices, and before the set-up. */
  official: officialNumberState.nullable(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  /** The queue that gets tickets which no agent accepted in time; 0 for none. */
  sendIdQueue: z.number().int(),
  /** Minutes until a ticket that no agent accepted moves to `sendIdQueue`; 0 disables the transfer. */
  timeSendQueue: z.number().int(),
  /**
   * `transferQueueId` and `timeToTransfer` repeat the values of `sendIdQueue` and `timeSendQueue`, because
   * some clients read them under these names (docs/wire-traps.md, 26).
   */
  transferQueueId: z.number().int().nullable(),
  timeToTransfer: z.number().int(),
  timeUseBotQueues: z.number().int(),
  maxUseBotQueues: z.number().int(),
  expiresTicket: z.number().int(),
  expiresInactiveMessage: z.string(),
  /** The assistant that answers pending tickets instead of the menu (BOT-11). */
  promptId: idSchema<PromptId>().nullable(),
  integrationId: idSchema<IntegrationId>().nullable(),
  /** The last four characters of the external API's token; empty without a token. */
  token: z.string(),
  tokenCreatedAt: instant.nullable(),
  queues: z.array(
    z.object({
      id: idSchema<QueueId>(),
      name: z.string(),
      color: z.string(),
    }),
  ),
  createdAt: instant,
})
export type ConnectionView = z.output<typeof connection>

const minutes = wholeNumber(limits.automation.minutes)

const queueOrNone = z.preprocess(
  (value) => (value === 0 || value === '0' ? null : value),
  idOrNull<QueueId>(),
)

const formFields = z.object({
  name: nameText,
  isDefault: wireBoolean.optional(),
  /** `cloud` is Meta's official API, anything else a linked device. A connection cannot change its kind. */
  provider: textField(20).transform((provider) => provider.trim() || connectionDefaults.provider),
  greetingMessage: textField(4096),
  complationMessage: textField(4096),
  outOfHoursMessage: textField(4096),
  ratingMessage: textField(4096),
  expiresInactiveMessage: textField(4096),
  queueIds: idList<QueueId>(),
  sendIdQueue: queueOrNone,
  timeSendQueue: minutes,
  /**
   * `transferQueueId` and `timeToTransfer` are other names of `sendIdQueue` and `timeSendQueue`. If both come
   * with different values, the one that differs from the stored value counts.
   */
  transferQueueId: queueOrNone.optional(),
  timeToTransfer: minutes.optional(),
  /** Clients cannot set the token. They may send the last four characters, as received, or omit the field. */
  token: textField(200).optional(),
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

/** An omitted field retains its stored value. `connectionForm.partial()` would set it to the default. */
export const connectionUpdateForm = formFields.partial()

/** The form of a new connection. Linking begins at once, so the form may already request older messages. */
const newConnection = connectionForm.extend({ bringHistory: wireBoolean.optional() })

/**
 * Options of linking a device. WhatsApp sends older messages only during linking. When `bringHistory` is
 * omitted, a new QR code requests none, and a retry repeats the previous choice.
 */
const linking = z.object({ bringHistory: wireBoolean.optional() })

const usage = z.object({
  waitingTickets: z.number().int(),
  openTickets: z.number().int(),
  unsentMessages: z.number().int(),
  schedules: z.number().int(),
  /** The number of running or planned campaigns; deleting the connection stops them. */
  campaigns: z.number().int(),
  /** The number of webhooks limited to this connection; they are deleted with it. */
  webhooks: z.number().int(),
  users: z.number().int(),
  hasToken: z.boolean(),
  /** The connection that would take over the tickets; null when this is the company's last connection. */
  successor: idAndName<ConnectionId>().nullable(),
})
export type ConnectionUsage = z.output<typeof usage>

const manage = { access: 'connections-page:editOrDeleteConnection', planFlag: 'none' } as const
const operate = { access: 'connections-page:actionButtons', planFlag: 'none' } as const
const connectionParams = z.object({ connectionId: idParam<ConnectionId>() })
const notFound = ['ERR_NO_WAPP_FOUND'] as const
const formErrors = [
  'ERR_WAPP_GREETING_REQUIRED',
  'ERR_WAPP_NAME_ALREADY_EXISTS',
  'ERR_QUEUE_NOT_FOUND',
  'ERR_NO_PROMPT_FOUND',
  'ERR_NO_INTEGRATION_FOUND',
  'ERR_NO_OTHER_WHATSAPP',
  'ERR_WAPP_TOKEN_TYPED',
] as const

export const listConnections = endpoint('GET /whatsapp', {
  name: 'connections.list',
  summary: 'Connections of the company; never with session secrets, with any value of `session`',
  access: 'session',
  planFlag: 'none',
  /**
   * Clients of the earlier API send `session` to get WhatsApp's keys. It is ignored: no answer contains keys.
   */
  query: z.object({ ...optionalCompanyId, session: z.string().optional() }),
  errors: ['ERR_NO_COMPANY_FOUND'],
  answer: z.array(connection),
})

export const getConnection = endpoint('GET /whatsapp/:connectionId', {
  name: 'connections.get',
  summary: 'One connection',
  access: 'session',
  planFlag: 'none',
  params: connectionParams,
  answer: connection,
  errors: notFound,
})

export const createConnection = endpoint('POST /whatsapp', {
  name: 'connections.create',
  summary: 'Creates a connection and starts its session, within the limit of the plan',
  access: 'connections-page:addConnection',
  planFlag: 'none',
  body: newConnection,
  answer: connection,
  errors: ['ERR_PLAN_LIMIT', ...formErrors],
})

export const updateConnection = endpoint('PUT /whatsapp/:connectionId', {
  name: 'connections.update',
  summary: 'Changes a connection',
  ...manage,
  params: connectionParams,
  body: connectionUpdateForm,
  answer: connection,
  errors: [...notFound, ...formErrors, 'ERR_NOT_OFFERED'],
})

export const deleteConnection = endpoint('DELETE /whatsapp/:connectionId', {
  name: 'connections.delete',
  summary: 'Disconnects and deletes a connection; its live tickets move to the default one',
  ...manage,
  params: connectionParams,
  answer: resultMessageAnswer,
  errors: notFound,
})

export const getConnectionUsage = endpoint('GET /whatsapp/:connectionId/usage', {
  name: 'connections.usage',
  summary: 'What depends on a connection, to show before it is deleted',
  ...manage,
  params: connectionParams,
  answer: usage,
  errors: notFound,
})

export const createConnectionToken = endpoint('POST /whatsapp/:connectionId/token', {
  name: 'connections.makeToken',
  summary: 'Creates the token of the external API for this connection, and revokes the former one (CONN-28)',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'useExternalApi',
  closedToSupport: true,
  params: connectionParams,
  answer: z.object({ token: z.string() }),
  errors: notFound,
})

export const revokeConnectionToken = endpoint('DELETE /whatsapp/:connectionId/token', {
  name: 'connections.revokeToken',
  summary: 'Revokes the token of the external API at once, under every plan',
  ...manage,
  closedToSupport: true,
  params: connectionParams,
  answer: resultMessageAnswer,
  errors: notFound,
})

export const retryConnection = endpoint('POST /whatsappsession/:connectionId', {
  name: 'connections.startSession',
  summary: 'Tries again (CONN-24)',
  ...operate,
  params: connectionParams,
  body: linking,
  answer: resultMessageAnswer,
  errors: notFound,
})

export const requestNewQr = endpoint('PUT /whatsappsession/:connectionId', {
  name: 'connections.newQr',
  summary: 'Drops the stored session and shows a new QR (CONN-25)',
  ...operate,
  params: connectionParams,
  body: linking,
  answer: resultMessageAnswer,
  errors: [...notFound, 'ERR_NOT_OFFERED'],
})

export const stopConnection = endpoint('POST /whatsappsession/:connectionId/stop', {
  name: 'connections.stop',
  summary: 'Stops trying to connect; the number stays linked, and Try again continues',
  ...operate,
  params: connectionParams,
  answer: resultMessageAnswer,
  errors: notFound,
})

export const logOutConnection = endpoint('DELETE /whatsappsession/:connectionId', {
  name: 'connections.disconnect',
  summary: 'Logs the number out (CONN-26)',
  ...operate,
  params: connectionParams,
  answer: resultMessageAnswer,
  errors: [...notFound, 'ERR_NOT_OFFERED'],
})

export const createPairingCode = endpoint('POST /whatsappsession/:connectionId/pairing-code', {
  name: 'connections.pairingCode',
  summary: 'Eight letters to type on the phone instead of scanning the QR',
  ...operate,
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

import { connectionCauses, connectionStatuses, historyStates } from '@balcao/domain/connections'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { flag, idList, idParam, instant, message, nameText, text } from './wire-values'

const id = z.number().int() as unknown as z.ZodType<ConnectionId, number> // branded on the way out

/** The live part of a connection: what `company-{id}-whatsappSession` carries. QR text only reaches admins. */
export const connectionSession = z.object({
  id,
  status: z.enum(connectionStatuses),
  /** Since when; a TIMEOUT counts from the OPENING before it. */
  since: instant,
  qrcode: z.string(),
  qrExpiresAt: instant.nullable(),
  retries: z.number().int(),
  cause: z.enum(connectionCauses).nullable(),
  nextAttemptAt: instant.nullable(),
  lastTrafficAt: instant.nullable(),
  number: z.string().nullable(),
  /** Whether this linking asks the phone for what it holds from before. */
  bringHistory: z.boolean(),
  /** How far that is, and how many messages it brought so far; null when it was not asked for. */
  history: z.object({ state: z.enum(historyStates), messages: z.number().int() }).nullable(),
  updatedAt: instant,
})
export type ConnectionSession = z.output<typeof connectionSession>

export const connection = connectionSession.extend({
  name: z.string(),
  isDefault: z.boolean(),
  provider: z.string(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
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

const formFields = z.object({
  name: nameText,
  isDefault: flag.optional(),
  greetingMessage: text(4096),
  complationMessage: text(4096),
  outOfHoursMessage: text(4096),
  ratingMessage: text(4096),
  queueIds: idList<QueueId>(),
})

export const connectionForm = formFields.extend({
  greetingMessage: formFields.shape.greetingMessage.default(''),
  complationMessage: formFields.shape.complationMessage.default(''),
  outOfHoursMessage: formFields.shape.outOfHoursMessage.default(''),
  ratingMessage: formFields.shape.ratingMessage.default(''),
  queueIds: formFields.shape.queueIds.default([]),
})

/** What is left out stays. Not `connectionForm.partial()`: zod fills defaults in even where a field is optional. */
export const connectionChange = formFields.partial()

/** A new connection shows its first QR at once, so it may say here what that linking shall bring. */
const newConnection = connectionForm.extend({ bringHistory: flag.optional() })

/**
 * What is decided once, when a number is linked: WhatsApp gives its history to a device that is being linked, and never
 * later. Left out: no history with a new QR; with *try again*, as it was.
 */
const linking = z.object({ bringHistory: flag.optional() })

const params = z.object({ connectionId: idParam<ConnectionId>() })
const notFound = ['ERR_NO_WAPP_FOUND'] as const

export const listConnections = endpoint({
  name: 'connections.list',
  summary: 'Connections of the company; never with session secrets, whatever `session` says',
  method: 'GET',
  path: '/whatsapp',
  access: 'session',
  planFlag: 'none',
  answer: z.array(connection),
})

export const getConnection = endpoint({
  name: 'connections.get',
  summary: 'One connection',
  method: 'GET',
  path: '/whatsapp/:connectionId',
  access: 'session',
  planFlag: 'none',
  params,
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
    'ERR_NO_OTHER_WHATSAPP',
  ],
})

export const updateConnection = endpoint({
  name: 'connections.update',
  summary: 'Changes a connection',
  method: 'PUT',
  path: '/whatsapp/:connectionId',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  params,
  body: connectionChange,
  answer: connection,
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_WAPP_NAME_ALREADY_EXISTS',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_OTHER_WHATSAPP',
  ],
})

export const deleteConnection = endpoint({
  name: 'connections.delete',
  summary: 'Ends the session and deletes the connection; its live tickets go on over the default one',
  method: 'DELETE',
  path: '/whatsapp/:connectionId',
  access: 'connections-page:editOrDeleteConnection',
  planFlag: 'none',
  params,
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
  params,
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
  params,
  body: linking,
  answer: message,
  errors: notFound,
})

export const stopSession = endpoint({
  name: 'connections.stop',
  summary:
    'Gives up trying for now: nothing runs, the number stays linked, and Try again goes on where it was',
  method: 'POST',
  path: '/whatsappsession/:connectionId/stop',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params,
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
  params,
  answer: message,
  errors: notFound,
})

export const pairingCode = endpoint({
  name: 'connections.pairingCode',
  summary: 'Eight letters to type on the phone instead of scanning the QR',
  method: 'POST',
  path: '/whatsappsession/:connectionId/pairing-code',
  access: 'connections-page:actionButtons',
  planFlag: 'none',
  params,
  body: z.object({ number: z.string().max(30) }),
  answer: z.object({ code: z.string() }),
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_VALIDATION'],
})

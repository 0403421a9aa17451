import type { ConnectionView } from '@balcao/contract/connections'
import type {
  ConnectionStatus,
  DisconnectionCause,
  HistoryImportState,
  LinkingStep,
} from '@balcao/domain/connections'
import type { CompanyId, ConnectionId, IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/** What the admin wants: linked, linked again with another QR, or logged out. */
export type DesiredState = 'link' | 'new-qr' | 'log-out'

export interface ConnectionRow {
  id: ConnectionId
  name: string
  is_default: boolean
  provider: string
  greeting_message: string
  complation_message: string
  out_of_hours_message: string
  rating_message: string
  expires_inactive_message: string
  /** The queue to which tickets without an owner move. Null: they stay. */
  send_queue_id: QueueId | null
  /** Minutes until tickets move to the queue; 0 means never. */
  time_send_queue: number
  time_use_bot_queues: number
  max_use_bot_queues: number
  expires_ticket: number
  prompt_id: PromptId | null
  integration_id: IntegrationId | null
  token_last_four: string | null
  token_created_at: Date | null
  desired_state: DesiredState
  desired_version: number
  status: ConnectionStatus
  status_since: Date
  sealed_qr: Buffer | null
  qr_expires_at: Date | null
  cause: DisconnectionCause | null
  /** The step of the linking; null while no linking runs. */
  step: LinkingStep | null
  retries: number
  next_attempt_at: Date | null
  last_traffic_at: Date | null
  number: string | null
  brings_history: boolean
  /** The state of the history import; null when this linking did not request history. */
  history_state: HistoryImportState | null
  history_messages: number
  created_at: Date
  updated_at: Date
  official: ConnectionView['official']
  queues: { id: QueueId; name: string; color: string }[]
}

/** SQL: the state of an official number as JSON in the wire format. */
const officialState = `
  select json_build_object('verifiedName', o.verified_name, 'quality', o.quality, 'messagingLimit', o.messaging_limit,
    'nameStatus', o.name_status, 'tokenExpiresAt', wire_time(o.token_expires_at), 'checkedAt', wire_time(o.checked_at),
    'trouble', case when o.trouble is not null
      then json_build_object('what', o.trouble, 'detail', coalesce(o.trouble_detail, '')) end,
    'webhookVerifiedAt', wire_time(o.webhook_verified_at), 'lastWebhookAt', wire_time(o.last_webhook_at),
    'firstMessageAt', wire_time(o.first_message_at))
  from official_numbers o where o.company_id = w.company_id and o.connection_id = w.id`

const columns = `
  w.id, w.name, w.is_default, w.provider, w.greeting_message, w.complation_message, w.out_of_hours_message,
  w.rating_message, w.expires_inactive_message, w.send_queue_id, w.time_send_queue, w.time_use_bot_queues,
  w.max_use_bot_queues, w.expires_ticket, w.prompt_id, w.integration_id, w.token_last_four, w.token_created_at, w.desired_state, w.desired_version, w.status,
  w.status_since, w.sealed_qr, w.qr_expires_at, w.cause, w.step, w.retries, w.next_attempt_at, w.last_traffic_at, w.number,
  w.brings_history, w.history_state, w.history_messages, w.created_at, w.updated_at,
  (
    select coalesce(
      json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
        order by q.order_queue nulls last, q.id),
      '[]')
    from connection_queues cq
    join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
    where cq.company_id = w.company_id and cq.connection_id = w.id
  ) as queues,
  (${officialState}) as official`

export const connectionsOfCompany = statement<NoParams, ConnectionRow>(
  'connections.ofCompany',
  `select ${columns} from connections w order by w.id`,
)

export const connectionById = statement<{ connectionId: ConnectionId }, ConnectionRow>(
  'connections.byId',
  `select ${columns} from connections w where w.id = :connectionId`,
)

export const connectionsByIds = statement<{ ids: readonly ConnectionId[] }, ConnectionRow>(
  'connections.byIds',
  `select ${columns} from connections w where w.id = any (:ids::int[]) order by w.id`,
)

export const defaultConnection = statement<NoParams, { id: ConnectionId }>(
  'connections.default',
  `select id from connections where is_default`,
)

export const connectionByName = statement<{ name: string }, { id: ConnectionId }>(
  'connections.named',
  `select id from connections where lower(name) = lower(:name)`,
)

export const countConnections = statement<NoParams, { count: number }>(
  'connections.count',
  `select count(*) as count from connections`,
)

export type ConnectionFormColumns = {
  name: string
  provider: string
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  expiresInactiveMessage: string
  sendQueueId: QueueId | null
  timeSendQueue: number
  timeUseBotQueues: number
  maxUseBotQueues: number
  expiresTicket: number
  promptId: PromptId | null
  integrationId: IntegrationId | null
}

export const insertConnection = statement<
  ConnectionFormColumns & { isDefault: boolean; bringsHistory: boolean; at: Date },
  { id: ConnectionId }
>(
  'connections.insert',
  `
  insert into connections (company_id, is_default, brings_history, history_state, status_since, created_at, updated_at,
    name, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
    expires_inactive_message, send_queue_id, time_send_queue, time_use_bot_queues, max_use_bot_queues, expires_ticket,
    prompt_id, integration_id)
  values (current_company(), :isDefault, :bringsHistory, case when :bringsHistory then 'none' end, :at, :at, :at,
    :name, :provider, :greetingMessage, :complationMessage, :outOfHoursMessage, :ratingMessage,
    :expiresInactiveMessage, :sendQueueId, :timeSendQueue, :timeUseBotQueues,
    :maxUseBotQueues, :expiresTicket, :promptId, :integrationId)
  returning id
  `,
)

export const saveConnection = statement<ConnectionFormColumns & { connectionId: ConnectionId; at: Date }>(
  'connections.save',
  `
  update connections
  set updated_at = :at, name = :name, provider = :provider, greeting_message = :greetingMessage,
    complation_message = :complationMessage,
    out_of_hours_message = :outOfHoursMessage, rating_message = :ratingMessage,
      expires_inactive_message = :expiresInactiveMessage, send_queue_id = :sendQueueId,
    time_send_queue = :timeSendQueue, time_use_bot_queues = :timeUseBotQueues, max_use_bot_queues = :maxUseBotQueues,
      expires_ticket = :expiresTicket,
    prompt_id = :promptId, integration_id = :integrationId
  where id = :connectionId
  `,
)

export const unlinkQueuesOfConnection = statement<{ connectionId: ConnectionId }>(
  'connections.unlinkQueuesOfConnection',
  `delete from connection_queues where connection_id = :connectionId`,
)

export const unlinkQueueFromAllConnections = statement<{ queueId: QueueId }, { id: ConnectionId }>(
  'connections.unlinkQueueFromAllConnections',
  `delete from connection_queues where queue_id = :queueId returning connection_id as id`,
)

export const clearRedirectionQueue = statement<{ queueId: QueueId; at: Date }, { id: ConnectionId }>(
  'connections.forgetSendQueue',
  `update connections set send_queue_id = null, updated_at = :at where send_queue_id = :queueId returning id`,
)

/** Links those of the queues that belong to the company. */
export const linkQueuesToConnection = statement<{ connectionId: ConnectionId; queueIds: readonly QueueId[] }>(
  'connections.linkQueuesToConnection',
  `
  insert into connection_queues (company_id, connection_id, queue_id)
  select q.company_id, :connectionId, q.id from queues q where q.id = any (:queueIds::int[])
  `,
)

export const clearDefaultConnection = statement<{ at: Date }, { id: ConnectionId }>(
  'connections.clearDefault',
  `update connections set is_default = false, updated_at = :at where is_default returning id`,
)

export const setDefaultConnection = statement<{ connectionId: ConnectionId; at: Date }>(
  'connections.makeDefault',
  `update connections set is_default = true, updated_at = :at where id = :connectionId`,
)

/** The default connection after the deletion of this one: the current default, or else the oldest connection. */
export const nextDefaultConnection = statement<
  { connectionId: ConnectionId },
  { id: ConnectionId; is_default: boolean }
>(
  'connections.successor',
  `select id, is_default from connections where id <> :connectionId order by is_default desc, id limit 1`,
)

export const deleteConnectionRow = statement<{ connectionId: ConnectionId }>(
  'connections.delete',
  `delete from connections where id = :connectionId`,
)

/** SQL condition: a stopped connection starts, or a running linking is replaced by one with a new code. */
const beginsAnew = `(:desiredState <> 'log-out' and status = 'DISCONNECTED' or :desiredState = 'new-qr'
  and status = 'PAIRING')`

/** SQL condition: the desired state leads to a new linking, for which `bringsHistory` sets the history option. */
const isLinkedAnew = `:bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null)`

/**
 * Stores the admin's desired state. A start shows OPENING at once; a logout changes the status when it is done.
 * `bringsHistory`: whether the next linking imports the history; not saved if null, or if the number stays linked.
 */
export const setDesiredState = statement<{
  connectionId: ConnectionId
  desiredState: DesiredState
  at: Date
  bringsHistory: boolean | null
}>(
  'connections.setDesiredState',
  `
  update connections
  set desired_state = :desiredState, desired_version = desired_version + 1, cause = null, step = null,
    next_attempt_at = null,
    status = case when ${beginsAnew} then 'OPENING' else status end,
    status_since = case when ${beginsAnew} then :at else status_since end,
    retries = case when :desiredState = 'new-qr' then 0 else retries end,
    brings_history = case when ${isLinkedAnew} then :bringsHistory else brings_history end,
    history_state = case when ${isLinkedAnew} then case when :bringsHistory then 'none' end else history_state end,
    history_messages = case when ${isLinkedAnew} then 0 else history_messages end,
    history_last_received = case when ${isLinkedAnew} then false else history_last_received end,
    updated_at = :at
  where id = :connectionId
  `,
)

/** Stops a session: its process closes it, and none opens it again. A session that is logging out is not stopped. */
export const markSessionStopped = statement<{ connectionId: ConnectionId; at: Date }>(
  'connections.rest',
  `
  update connections
  set desired_state = 'link', desired_version = desired_version + 1, status = 'DISCONNECTED', cause = 'stopped', step = null,
    status_since = :at, sealed_qr = null, qr_expires_at = null, next_attempt_at = null, retries = 0, updated_at = :at
  where id = :connectionId and status <> 'DISCONNECTED' and desired_state <> 'log-out'
  `,
)

/** Runs after the keys were deleted for a new QR. The state becomes `link`: a start without keys shows a QR. */
export const resetDesiredStateForNewQr = statement<{ connectionId: ConnectionId; desiredVersion: number }>(
  'connections.newQrIsDue',
  `
  update connections set desired_state = 'link', number = null where id = :connectionId and desired_state = 'new-qr'
    and desired_version = :desiredVersion
  `,
)

/**
 * Saves the state that an open link to WhatsApp reports. Ignores the report if the admin has changed the desired state
 * since, because it is then from a former link.
 */
export const saveLinkReport = statement<{
  connectionId: ConnectionId
  desiredVersion: number
  status: ConnectionStatus
  sealedQr: Buffer | null
  qrExpiresAt: Date | null
  cause: DisconnectionCause | null
  step: LinkingStep | null
  retries: number
  nextAttemptAt: Date | null
  number: string | null
  isUnlinked: boolean
  at: Date
}>(
  'connections.saveReport',
  `
  update connections
  set status_since = case
      when status = :status or (status = 'OPENING' and :status = 'TIMEOUT') then status_since
      else :at
    end,
    status = :status, sealed_qr = :sealedQr, qr_expires_at = :qrExpiresAt, cause = :cause, step = :step,
      retries = :retries, next_attempt_at = :nextAttemptAt,
    number = case when :isUnlinked then null else coalesce(:number, number) end, updated_at = :at
  where id = :connectionId and desired_version = :desiredVersion
  `,
)

/** Runs across all companies: the connections that are linked devices. */
export const linkedDeviceConnections = statement<
  NoParams,
  { id: number; name: string; number: string; company: string; cause: string | null }
>(
  'connections.linkedDeviceConnections',
  `
  select w.id, w.name, w.number, c.name as company, w.cause
  from connections w join companies c on c.id = w.company_id
  where w.provider = 'beta' and w.number is not null
  order by c.name, w.name, w.id
  `,
)

/** Runs across all companies: the company and name of a connection. */
export const companyOfConnection = statement<
  { connectionId: ConnectionId },
  { company_id: CompanyId; name: string }
>('connections.companyOf', `select company_id, name from connections where id = :connectionId`)

export const saveLastTrafficTime = statement<{ connectionId: ConnectionId; at: Date }>(
  'connections.noteTraffic',
  `update connections set last_traffic_at = :at where id = :connectionId`,
)

export const queuesLinkedToConnection = statement<{ connectionId: ConnectionId }, { id: QueueId }>(
  'connections.queuesLinkedToConnection',
  `
  select q.id
  from connection_queues cq
  join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
  where cq.connection_id = :connectionId
  order by q.order_queue nulls last, q.id
  `,
)

export const saveApiToken = statement<{
  connectionId: ConnectionId
  hash: Buffer
  lastFour: string
  at: Date
}>(
  'connections.saveToken',
  `
  update connections set token_hash = :hash, token_last_four = :lastFour, token_created_at = :at, updated_at = :at
    where id = :connectionId
  `,
)

export const deleteApiToken = statement<{ connectionId: ConnectionId; at: Date }>(
  'connections.dropToken',
  `
  update connections set token_hash = null, token_last_four = null, token_created_at = null, updated_at = :at
  where id = :connectionId and token_hash is not null
  `,
)

/** Runs across all companies, because an imported token names no company. Two rows show that the token is ambiguous. */
export const connectionsOfToken = statement<{ hash: Buffer }, { company_id: CompanyId; id: ConnectionId }>(
  'connections.ofToken',
  `select company_id, id from connections where token_hash = :hash limit 2`,
)

export const tokenHashOfConnection = statement<{ connectionId: ConnectionId }, { token_hash: Buffer | null }>(
  'connections.tokenHashOfConnection',
  `select token_hash from connections where id = :connectionId`,
)

/** Adds a received part of the history to the counters. Returns no row where no history was requested. */
export const addReceivedHistoryToCounters = statement<
  { connectionId: ConnectionId; messages: number; isLast: boolean },
  { was_last_received: boolean }
>(
  'connections.noteHistoryReceived',
  `
  update connections
  set history_state = 'running', history_messages = history_messages + :messages,
    history_last_received = history_last_received or :isLast
  where id = :connectionId and history_state is not null
  returning history_last_received as was_last_received
  `,
)

/** Ends the running history import; returns no row where none is running. */
export const endHistoryImport = statement<{ connectionId: ConnectionId }, { id: ConnectionId }>(
  'connections.endHistory',
  `update connections set history_state = 'done' where id = :connectionId and history_state = 'running' returning id`,
)

import type { ConnectionCause, ConnectionStatus, HistoryState, LinkingStep } from '@balcao/domain/connections'
import type { ConnectionId, IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

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
  /** Null: tickets without an owner are not moved. */
  send_queue_id: QueueId | null
  /** Minutes; 0 means never. */
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
  cause: ConnectionCause | null
  /** Null while no linking runs. */
  step: LinkingStep | null
  retries: number
  next_attempt_at: Date | null
  last_traffic_at: Date | null
  number: string | null
  brings_history: boolean
  /** Null when this linking did not ask for history. */
  history_state: HistoryState | null
  history_messages: number
  created_at: Date
  updated_at: Date
  queues: { id: QueueId; name: string; color: string }[]
}

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
  ) as queues`

export const connectionsOfCompany = statement<[], ConnectionRow>(
  'connections.ofCompany',
  `
  select ${columns} from connections w order by w.id
  `,
)

export const connectionById = statement<[connectionId: ConnectionId], ConnectionRow>(
  'connections.byId',
  `
  select ${columns} from connections w where w.id = $1
  `,
)

export const connectionsByIds = statement<[ids: readonly ConnectionId[]], ConnectionRow>(
  'connections.byIds',
  `
  select ${columns} from connections w where w.id = any ($1::int[]) order by w.id
  `,
)

export const defaultConnection = statement<[], { id: ConnectionId }>(
  'connections.default',
  `
  select id from connections where is_default
  `,
)

export const connectionNamed = statement<[name: string], { id: ConnectionId }>(
  'connections.named',
  `
  select id from connections where lower(name) = lower($1)
  `,
)

export const countConnections = statement<[], { count: number }>(
  'connections.count',
  `
  select count(*) as count from connections
  `,
)

/** The values that the form of a connection writes, in the column order of both statements below. */
export type FormColumns = [
  name: string,
  provider: string,
  greetingMessage: string,
  complationMessage: string,
  outOfHoursMessage: string,
  ratingMessage: string,
  expiresInactiveMessage: string,
  sendQueueId: QueueId | null,
  timeSendQueue: number,
  timeUseBotQueues: number,
  maxUseBotQueues: number,
  expiresTicket: number,
  promptId: PromptId | null,
  integrationId: IntegrationId | null,
]

export const insertConnection = statement<
  [isDefault: boolean, bringsHistory: boolean, at: Date, ...FormColumns],
  { id: ConnectionId }
>(
  'connections.insert',
  `
  insert into connections (company_id, is_default, brings_history, history_state, status_since, created_at, updated_at,
    name, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
    expires_inactive_message, send_queue_id, time_send_queue, time_use_bot_queues, max_use_bot_queues, expires_ticket,
    prompt_id, integration_id)
  values (current_company(), $1, $2, case when $2 then 'none' end, $3, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
    $14, $15, $16, $17)
  returning id
  `,
)

export const saveConnection = statement<[connectionId: ConnectionId, at: Date, ...FormColumns]>(
  'connections.save',
  `
  update connections
  set updated_at = $2, name = $3, provider = $4, greeting_message = $5, complation_message = $6,
    out_of_hours_message = $7, rating_message = $8, expires_inactive_message = $9, send_queue_id = $10,
    time_send_queue = $11, time_use_bot_queues = $12, max_use_bot_queues = $13, expires_ticket = $14,
    prompt_id = $15, integration_id = $16
  where id = $1
  `,
)

export const unlinkQueues = statement<[connectionId: ConnectionId]>(
  'connections.unlinkQueues',
  `
  delete from connection_queues where connection_id = $1
  `,
)

export const unlinkQueue = statement<[queueId: QueueId], { id: ConnectionId }>(
  'connections.unlinkQueue',
  `
  delete from connection_queues where queue_id = $1 returning connection_id as id
  `,
)

export const forgetSendQueue = statement<[queueId: QueueId, at: Date], { id: ConnectionId }>(
  'connections.forgetSendQueue',
  `
  update connections set send_queue_id = null, updated_at = $2 where send_queue_id = $1 returning id
  `,
)

/** Links those of the queues that belong to the company. */
export const linkQueues = statement<[connectionId: ConnectionId, queueIds: readonly QueueId[]]>(
  'connections.linkQueues',
  `
  insert into connection_queues (company_id, connection_id, queue_id)
  select q.company_id, $1, q.id from queues q where q.id = any ($2::int[])
  `,
)

export const clearDefault = statement<[at: Date], { id: ConnectionId }>(
  'connections.clearDefault',
  `
  update connections set is_default = false, updated_at = $1 where is_default returning id
  `,
)

export const makeDefault = statement<[connectionId: ConnectionId, at: Date]>(
  'connections.makeDefault',
  `
  update connections set is_default = true, updated_at = $2 where id = $1
  `,
)

/** The connection that becomes the default without this one: the current default, or else the oldest. */
export const successorOf = statement<[connectionId: ConnectionId], { id: ConnectionId; is_default: boolean }>(
  'connections.successor',
  `
  select id, is_default from connections where id <> $1 order by is_default desc, id limit 1
  `,
)

export const deleteConnectionRow = statement<[connectionId: ConnectionId]>(
  'connections.delete',
  `
  delete from connections where id = $1
  `,
)

/** The connection is stopped, or a running linking is replaced by one with a new code. */
const beginsAnew = `($2 <> 'log-out' and status = 'DISCONNECTED' or $2 = 'new-qr' and status = 'PAIRING')`

/** The desired state leads to a new linking, for which `$4` sets the history option. */
const isLinkedAnew = `$4::boolean is not null and ($2 = 'new-qr' or number is null)`

/**
 * Saves the desired state. A request for a session shows OPENING at once; a logout leaves the status until it is
 * done. `$4` is whether the next linking brings history; null, or a number that stays linked, leaves the setting.
 */
export const setDesiredState = statement<
  [connectionId: ConnectionId, desiredState: DesiredState, at: Date, bringsHistory: boolean | null]
>(
  'connections.setDesiredState',
  `
  update connections
  set desired_state = $2, desired_version = desired_version + 1, cause = null, step = null, next_attempt_at = null,
    status = case when ${beginsAnew} then 'OPENING' else status end,
    status_since = case when ${beginsAnew} then $3 else status_since end,
    retries = case when $2 = 'new-qr' then 0 else retries end,
    brings_history = case when ${isLinkedAnew} then $4 else brings_history end,
    history_state = case when ${isLinkedAnew} then case when $4 then 'none' end else history_state end,
    history_messages = case when ${isLinkedAnew} then 0 else history_messages end,
    history_last_received = case when ${isLinkedAnew} then false else history_last_received end,
    updated_at = $3
  where id = $1
  `,
)

/**
 * Stops a session: its process ends it, and no process opens it again. A stopped connection, and one that logs out,
 * are unchanged.
 */
export const restSession = statement<[connectionId: ConnectionId, at: Date]>(
  'connections.rest',
  `
  update connections
  set desired_state = 'link', desired_version = desired_version + 1, status = 'DISCONNECTED', cause = 'stopped', step = null,
    status_since = $2, sealed_qr = null, qr_expires_at = null, next_attempt_at = null, retries = 0, updated_at = $2
  where id = $1 and status <> 'DISCONNECTED' and desired_state <> 'log-out'
  `,
)

/** The keys and the number are deleted as requested: the desired state is now a plain link, which shows a new QR. */
export const newQrIsDue = statement<[connectionId: ConnectionId, desiredVersion: number]>(
  'connections.newQrIsDue',
  `
  update connections set desired_state = 'link', number = null where id = $1 and desired_state = 'new-qr' and desired_version = $2
  `,
)

/**
 * Saves the report of a link, unless the admin has changed the desired state since: then the report of the next
 * session counts.
 */
export const saveReport = statement<
  [
    connectionId: ConnectionId,
    desiredVersion: number,
    status: ConnectionStatus,
    sealedQr: Buffer | null,
    qrExpiresAt: Date | null,
    cause: ConnectionCause | null,
    step: LinkingStep | null,
    retries: number,
    nextAttemptAt: Date | null,
    number: string | null,
    isUnlinked: boolean,
    at: Date,
  ]
>(
  'connections.saveReport',
  `
  update connections
  set status_since = case
      when status = $3 or (status = 'OPENING' and $3 = 'TIMEOUT') then status_since
      else $12
    end,
    status = $3, sealed_qr = $4, qr_expires_at = $5, cause = $6, step = $7, retries = $8, next_attempt_at = $9,
    number = case when $11 then null else coalesce($10, number) end, updated_at = $12
  where id = $1 and desired_version = $2
  `,
)

export const noteTraffic = statement<[connectionId: ConnectionId, at: Date]>(
  'connections.noteTraffic',
  `
  update connections set last_traffic_at = $2 where id = $1
  `,
)

export const queuesLinkedTo = statement<[connectionId: ConnectionId], { id: QueueId }>(
  'connections.queuesLinkedTo',
  `
  select q.id
  from connection_queues cq
  join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
  where cq.connection_id = $1
  order by q.order_queue nulls last, q.id
  `,
)

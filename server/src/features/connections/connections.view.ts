import type { ConnectionLiveState, ConnectionUsage, ConnectionView } from '@balcao/contract/connections'
import type { ConnectionUsageRow } from './connection-usage.queries'
import type { ConnectionRow } from './connections.queries'

/** The state of a connection's session. `qrcode` is the text to draw, for admins; other users get an empty one. */
export function connectionSessionView(row: ConnectionRow, qrcode: string): ConnectionLiveState {
  return {
    id: row.id,
    status: row.status,
    since: row.status_since.toISOString(),
    qrcode,
    qrExpiresAt: row.qr_expires_at?.toISOString() ?? null,
    retries: row.retries,
    cause: row.cause,
    step: row.step,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastTrafficAt: row.last_traffic_at?.toISOString() ?? null,
    number: row.number,
    bringHistory: row.brings_history,
    history: row.history_state === null ? null : { state: row.history_state, messages: row.history_messages },
    updatedAt: row.updated_at.toISOString(),
  }
}

export function connectionView(row: ConnectionRow, qrcode: string): ConnectionView {
  return {
    ...connectionSessionView(row, qrcode),
    name: row.name,
    isDefault: row.is_default,
    provider: row.provider,
    official: row.official,
    greetingMessage: row.greeting_message,
    complationMessage: row.complation_message,
    outOfHoursMessage: row.out_of_hours_message,
    ratingMessage: row.rating_message,
    sendIdQueue: row.send_queue_id ?? 0,
    timeSendQueue: row.time_send_queue,
    transferQueueId: row.send_queue_id,
    timeToTransfer: row.time_send_queue,
    timeUseBotQueues: row.time_use_bot_queues,
    maxUseBotQueues: row.max_use_bot_queues,
    expiresTicket: row.expires_ticket,
    expiresInactiveMessage: row.expires_inactive_message,
    promptId: row.prompt_id,
    integrationId: row.integration_id,
    token: row.token_last_four ?? '',
    tokenCreatedAt: row.token_created_at?.toISOString() ?? null,
    queues: row.queues,
    createdAt: row.created_at.toISOString(),
  }
}

export function connectionUsageView(row: ConnectionUsageRow): ConnectionUsage {
  return {
    waitingTickets: row.waiting_tickets,
    openTickets: row.open_tickets,
    unsentMessages: row.unsent_messages,
    schedules: row.schedules,
    campaigns: row.campaigns,
    webhooks: row.webhooks,
    users: row.users,
    hasToken: row.has_token,
    successor: row.successor,
  }
}

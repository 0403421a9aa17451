import type { ConnectionSession, ConnectionView } from '@balcao/contract/connections'
import type { ConnectionRow } from './connections.queries'

/** The live part of a connection. `qrcode` is the text to draw, for admins; everybody else gets an empty one. */
export function connectionSessionView(row: ConnectionRow, qrcode: string): ConnectionSession {
  return {
    id: row.id,
    status: row.status,
    since: row.status_since.toISOString(),
    qrcode,
    qrExpiresAt: row.qr_expires_at?.toISOString() ?? null,
    retries: row.retries,
    cause: row.cause,
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
    greetingMessage: row.greeting_message,
    complationMessage: row.complation_message,
    outOfHoursMessage: row.out_of_hours_message,
    ratingMessage: row.rating_message,
    queues: row.queues,
    createdAt: row.created_at.toISOString(),
  }
}

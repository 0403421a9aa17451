import type { WebhookDeliveryView, WebhookView } from '@balcao/contract/webhooks'
import type { DeliveryRow } from './webhook-deliveries.queries'
import type { WebhookRow } from './webhooks.queries'

export function webhookView(row: WebhookRow): WebhookView {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    connectionId: row.connection_id,
    isActive: row.is_active,
    offReason: row.off_reason,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    lastFailure: row.last_failure,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function deliveryView(row: DeliveryRow): WebhookDeliveryView {
  return {
    id: row.id,
    event: row.event,
    ticketId: row.ticket_id,
    state: row.state,
    attempts: row.attempts,
    nextTryAt: row.state === 'waiting' ? row.next_try_at.toISOString() : null,
    calledAt: row.called_at?.toISOString() ?? null,
    milliseconds: row.milliseconds,
    status: row.status,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
  }
}

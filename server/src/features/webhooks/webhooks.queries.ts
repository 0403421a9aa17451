import type { ConnectionId, ContactId, UserId, WebhookId } from '@balcao/domain/ids'
import type { DeliveryFailure, WebhookEvent, WebhookOffReason } from '@balcao/domain/webhooks'
import { type NoParams, statement } from '../../platform/database/statement'

export interface WebhookRow {
  id: WebhookId
  name: string
  url: string
  events: WebhookEvent[]
  connection_id: ConnectionId | null
  is_active: boolean
  sealed_secret: string
  failures: number
  rests_until: Date | null
  off_reason: WebhookOffReason | null
  last_call_at: Date | null
  last_failure: DeliveryFailure | null
  created_at: Date
  updated_at: Date
}

const webhookColumns = `
  id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
  last_failure, created_at, updated_at`

/** All webhooks of the company. `for_support`: the reader is the platform's support, who sees no full addresses. */
export const allWebhooks = statement<{ reader: UserId }, WebhookRow & { for_support: boolean }>(
  'webhooks.all',
  `
  select ${webhookColumns}, coalesce((select is_support from users where id = :reader), true) as for_support
  from webhooks order by id
  `,
)

export const hasWebhooks = statement<NoParams, { found: boolean }>(
  'webhooks.exist',
  'select exists (select from webhooks where is_active) as found',
)

export const webhookById = statement<{ id: WebhookId }, WebhookRow>(
  'webhooks.byId',
  `select ${webhookColumns} from webhooks where id = :id`,
)

/** Locks a webhook, so that transactions that change it run one after another. */
export const lockWebhook = statement<{ id: WebhookId }, WebhookRow>(
  'webhooks.lock',
  `select ${webhookColumns} from webhooks where id = :id for no key update`,
)

type Written = {
  name: string
  url: string
  events: readonly WebhookEvent[]
  connectionId: ConnectionId | null
  isActive: boolean
  at: Date
}

/** Inserts a webhook. No row: the company has reached its limit. */
export const insertWebhook = statement<Written & { most: number }, { id: WebhookId }>(
  'webhooks.insert',
  `
  insert into webhooks (company_id, name, url, events, connection_id, is_active, sealed_secret, created_at, updated_at)
  select current_company(), :name, :url, :events::text[], :connectionId, :isActive, '', :at, :at
  where (select count(*) from webhooks) < :most
  returning id
  `,
)

/** Resets the failure count, because the admin has seen why the webhook was switched off. */
export const saveWebhook = statement<Written & { id: WebhookId }>(
  'webhooks.save',
  `
  update webhooks
  set name = :name, url = :url, events = :events::text[], connection_id = :connectionId, is_active = :isActive,
    updated_at = :at,
    failures = 0, rests_until = null, off_reason = null
  where id = :id
  `,
)

export const saveWebhookSecret = statement<{ id: WebhookId; sealed: string; at: Date }>(
  'webhooks.saveSecret',
  'update webhooks set sealed_secret = :sealed, updated_at = :at where id = :id',
)

export const removeWebhook = statement<{ id: WebhookId }>(
  'webhooks.remove',
  'delete from webhooks where id = :id',
)

/** Deletes webhooks limited to a connection. Without it they would send the events of all connections. */
export const removeWebhooksOfConnection = statement<
  { connectionId: ConnectionId },
  { id: WebhookId; name: string }
>('webhooks.removeOf', 'delete from webhooks where connection_id = :connectionId returning id, name')

export const saveWebhookCallResult = statement<{
  id: WebhookId
  failures: number
  restsUntil: Date | null
  lastFailure: DeliveryFailure | null
  at: Date
}>(
  'webhooks.saveWebhookCalls',
  `
  update webhooks set failures = :failures, rests_until = :restsUntil, last_failure = :lastFailure, last_call_at = :at
    where id = :id
  `,
)

export const switchWebhookOff = statement<{ id: WebhookId; reason: WebhookOffReason; at: Date }>(
  'webhooks.switchOff',
  'update webhooks set is_active = false, off_reason = :reason, updated_at = :at where id = :id',
)

/** Deletes deliveries about an erased contact: a stored answer may quote personal data. */
export const eraseDeliveriesOfContact = statement<{ contactId: ContactId }>(
  'webhooks.eraseDeliveries',
  'delete from webhook_deliveries where ticket_id in (select id from tickets where contact_id = :contactId)',
)

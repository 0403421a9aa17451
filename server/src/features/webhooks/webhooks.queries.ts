import type { ConnectionId, ContactId, UserId, WebhookId } from '@balcao/domain/ids'
import type { DeliveryFailure, OffReason, WebhookEvent } from '@balcao/domain/webhooks'
import { statement } from '../../platform/database/statement'

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
  off_reason: OffReason | null
  last_call_at: Date | null
  last_failure: DeliveryFailure | null
  created_at: Date
  updated_at: Date
}

const columns = `
  id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
  last_failure, created_at, updated_at`

/** Each row reports whether the reader is support on a visit. */
export const allWebhooks = statement<[reader: UserId], WebhookRow & { for_support: boolean }>(
  'webhooks.all',
  `
  select ${columns}, coalesce((select is_support from users where id = $1), true) as for_support
  from webhooks order by id
  `,
)

export const webhookById = statement<[id: WebhookId], WebhookRow>(
  'webhooks.byId',
  `
  select ${columns} from webhooks where id = $1
  `,
)

/** Serialises the acts that write a webhook. */
export const lockWebhook = statement<[id: WebhookId], WebhookRow>(
  'webhooks.lock',
  `
  select ${columns} from webhooks where id = $1 for no key update
  `,
)

type Written = [
  name: string,
  url: string,
  events: readonly WebhookEvent[],
  connectionId: ConnectionId | null,
  isActive: boolean,
  at: Date,
]

/** No row: the company has reached its limit. */
export const insertWebhook = statement<[...Written, most: number], { id: WebhookId }>(
  'webhooks.insert',
  `
  insert into webhooks (company_id, name, url, events, connection_id, is_active, sealed_secret, created_at, updated_at)
  select current_company(), $1, $2, $3::text[], $4, $5, '', $6, $6
  where (select count(*) from webhooks) < $7
  returning id
  `,
)

/** Saving resets the failure count: the admin has seen why the webhook was switched off. */
export const saveWebhook = statement<[...Written, id: WebhookId]>(
  'webhooks.save',
  `
  update webhooks
  set name = $1, url = $2, events = $3::text[], connection_id = $4, is_active = $5, updated_at = $6,
    failures = 0, rests_until = null, off_reason = null
  where id = $7
  `,
)

export const saveWebhookSecret = statement<[id: WebhookId, sealed: string, at: Date]>(
  'webhooks.saveSecret',
  `
  update webhooks set sealed_secret = $2, updated_at = $3 where id = $1
  `,
)

export const removeWebhook = statement<[id: WebhookId]>(
  'webhooks.remove',
  `
  delete from webhooks where id = $1
  `,
)

/**
 * Webhooks of this connection only. They are deleted with it, so that they never send events of other connections
 * (docs/features/webhooks.md).
 */
export const removeWebhooksOf = statement<[connectionId: ConnectionId], { id: WebhookId; name: string }>(
  'webhooks.removeOf',
  `
  delete from webhooks where connection_id = $1 returning id, name
  `,
)

/** Stores the failure count and the last result. */
export const noteCalls = statement<
  [id: WebhookId, failures: number, restsUntil: Date | null, lastFailure: DeliveryFailure | null, at: Date]
>(
  'webhooks.noteCalls',
  `
  update webhooks set failures = $2, rests_until = $3, last_failure = $4, last_call_at = $5 where id = $1
  `,
)

export const switchOff = statement<[id: WebhookId, reason: OffReason, at: Date]>(
  'webhooks.switchOff',
  `
  update webhooks set is_active = false, off_reason = $2, updated_at = $3 where id = $1
  `,
)

/** Deletes deliveries about an erased contact: a stored answer may quote personal data. */
export const eraseDeliveries = statement<[contactId: ContactId]>(
  'webhooks.eraseDeliveries',
  `
  delete from webhook_deliveries
  where ticket_id in (select id from tickets where contact_id = $1)
  `,
)

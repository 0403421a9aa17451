import type { ConnectionId, DeliveryId, MessageId, TicketId, WebhookId } from '@balcao/domain/ids'
import type { DeliveryEvent, DeliveryFailure, DeliveryState, WebhookEvent } from '@balcao/domain/webhooks'
import { type Statement, statement } from '../../platform/database/statement'

/** The job that `insertDeliveries` enqueues by SQL; `deliver-webhook.ts` runs it. */
export const deliverWebhookTaskName = 'webhooks.deliver'

/** Stores the events as deliveries. Without webhooks it only reads one empty index and writes nothing. */
export const insertDeliveries = statement<
  {
    events: readonly WebhookEvent[]
    connectionIds: readonly (ConnectionId | null)[]
    ticketIds: readonly TicketId[]
    messageIds: readonly (MessageId | null)[]
    ticketEventIds: readonly (number | null)[]
    details: readonly string[]
    at: Date
  },
  { enqueue_job: null }
>(
  'webhooks.insertDeliveries',
  `
  with kept as (
    insert into webhook_deliveries
      (company_id, webhook_id, event, ticket_id, message_id, ticket_event_id, detail, next_try_at, created_at)
    select current_company(), w.id, h.event, h.ticket_id, h.message_id, h.ticket_event_id, h.detail, :at, :at
    from webhooks w
    join unnest(:events::text[], :connectionIds::int[], :ticketIds::int[], :messageIds::bigint[],
      :ticketEventIds::bigint[], :details::jsonb[])
      with ordinality as h (event, connection_id, ticket_id, message_id, ticket_event_id, detail, position)
      on h.event = any (w.events) and (w.connection_id is null or w.connection_id = h.connection_id)
    where w.is_active
    order by h.position, w.id
    returning webhook_id
  )
  select enqueue_job('${deliverWebhookTaskName}', jsonb_build_object('webhookId', webhook_id), :at, name, name)
  from (
    select webhook_id, 'webhook ' || current_company() || ' ' || webhook_id as name
    from kept group by webhook_id order by webhook_id
  ) told
  `,
)

export interface DeliveryRow {
  id: DeliveryId
  event: DeliveryEvent
  ticket_id: TicketId | null
  state: DeliveryState
  attempts: number
  next_try_at: Date
  called_at: Date | null
  milliseconds: number | null
  status: number | null
  failure: DeliveryFailure | null
  created_at: Date
}

const webhookDeliveryColumns = `
  id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at`

type DeliveryLogQuery = { webhookId: WebhookId; before: DeliveryId | null; limit: number }

const logPage = (condition: string) => `
  select ${webhookDeliveryColumns} from webhook_deliveries
  where webhook_id = :webhookId and ${condition} and (:before::bigint is null or id < :before)
  order by id desc
  limit :limit
  `

export const deliveriesPage = statement<DeliveryLogQuery, DeliveryRow>(
  'webhooks.deliveriesPage',
  logPage('true'),
)

/** Each state has a statement with a literal, so that PostgreSQL can use the partial index of that state. */
export const deliveriesOfState: Readonly<Record<DeliveryState, Statement<DeliveryLogQuery, DeliveryRow>>> = {
  waiting: statement('webhooks.waitingPage', logPage(`state = 'waiting'`)),
  failed: statement('webhooks.failedPage', logPage(`state = 'failed'`)),
  delivered: statement('webhooks.deliveredPage', logPage(`state = 'delivered'`)),
}

export const deliveryById = statement<
  { webhookId: WebhookId; id: DeliveryId },
  DeliveryRow & { answer: string | null }
>(
  'webhooks.deliveryById',
  `select ${webhookDeliveryColumns}, answer from webhook_deliveries where webhook_id = :webhookId and id = :id`,
)

/** The oldest waiting delivery of each ticket, because the ticket's later ones must wait behind it. */
export const deliveriesDueNext = statement<
  { webhookId: WebhookId; limit: number },
  { id: DeliveryId; next_try_at: Date }
>(
  'webhooks.deliveriesDueNext',
  `
  select d.id, d.next_try_at
  from webhook_deliveries d
  where d.webhook_id = :webhookId and d.state = 'waiting' and not exists (
    select from webhook_deliveries e
    where e.company_id = d.company_id and e.webhook_id = d.webhook_id and e.state = 'waiting'
      and e.ticket_id = d.ticket_id and e.id < d.id
  )
  order by d.next_try_at, d.id
  limit :limit
  `,
)

/** Counts waiting deliveries, but stops at the limit. */
export const countWaitingDeliveries = statement<{ webhookId: WebhookId; limit: number }, { count: number }>(
  'webhooks.countWaiting',
  `
  select count(*)::int as count
  from (select from webhook_deliveries where webhook_id = :webhookId and state = 'waiting' limit :limit) waiting
  `,
)

/** Stores the results of calls. A null next try leaves the due time as it is. */
export const saveDeliveryResults = statement<{
  ids: readonly DeliveryId[]
  states: readonly DeliveryState[]
  nextTries: readonly (Date | null)[]
  calledAt: readonly Date[]
  milliseconds: readonly number[]
  statuses: readonly (number | null)[]
  failures: readonly (DeliveryFailure | null)[]
  answers: readonly (string | null)[]
}>(
  'webhooks.saveDeliveryResults',
  `
  update webhook_deliveries d
  set state = s.state, attempts = d.attempts + 1, next_try_at = coalesce(s.next_try_at, d.next_try_at),
    called_at = s.called_at, milliseconds = s.milliseconds, status = s.status, failure = s.failure, answer = s.answer
  from unnest(:ids::bigint[], :states::text[], :nextTries::timestamptz[], :calledAt::timestamptz[],
    :milliseconds::int[], :statuses::int[], :failures::text[], :answers::text[])
    as s (id, state, next_try_at, called_at, milliseconds, status, failure, answer)
  where d.id = s.id
  `,
)

/** Fails all waiting deliveries of a webhook, because there are more than the limit. */
export const failWaitingDeliveries = statement<{ webhookId: WebhookId; failure: DeliveryFailure }>(
  'webhooks.failWaitingDeliveries',
  `
  update webhook_deliveries set state = 'failed', failure = :failure where webhook_id = :webhookId and state = 'waiting'
  `,
)

/** Makes a delivery due again. No row: it waits already. */
export const requeueDelivery = statement<{ webhookId: WebhookId; id: DeliveryId; at: Date }, DeliveryRow>(
  'webhooks.waitAgain',
  `
  update webhook_deliveries set state = 'waiting', attempts = 0, next_try_at = :at
  where webhook_id = :webhookId and id = :id and state <> 'waiting'
  returning ${webhookDeliveryColumns}
  `,
)

/** Inserts a test call as failed until its answer arrives, because a test is never retried, even after a crash. */
export const insertTestDelivery = statement<{ webhookId: WebhookId; at: Date }, { id: DeliveryId }>(
  'webhooks.insertTest',
  `
  insert into webhook_deliveries (company_id, webhook_id, event, state, failure, next_try_at, created_at)
  values (current_company(), :webhookId, 'test', 'failed', 'unreachable', :at, :at)
  returning id
  `,
)

export const purgeDeliveries = statement<{ before: Date; limit: number }>(
  'webhooks.purgeDeliveries',
  `
  delete from webhook_deliveries d
  using (select company_id, id from webhook_deliveries where created_at < :before order by created_at limit :limit) old
  where d.company_id = old.company_id and d.id = old.id
  `,
)

/** A delivery with everything from which its body is built, as it is now. */
export interface DeliveryContentRow {
  id: DeliveryId
  event: DeliveryEvent
  detail: Readonly<Record<string, unknown>>
  attempts: number
  created_at: Date
  tells_message: boolean
  tells_line: boolean
  ticket: Readonly<Record<string, unknown>> | null
  contact: Readonly<Record<string, unknown>> | null
  message: (Readonly<Record<string, unknown>> & { media: DeliveryMedia | null }) | null
  line: Readonly<Record<string, unknown>> | null
}
export interface DeliveryMedia {
  key: string | null
  mimetype: string
  fileName: string | null
}

const named = (alias: string) =>
  `case when ${alias}.id is not null then jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`

export const deliveryContents = statement<{ ids: readonly DeliveryId[] }, DeliveryContentRow>(
  'webhooks.deliveryContents',
  `
  select d.id, d.event, d.detail, d.attempts, d.created_at,
    d.message_id is not null as tells_message, d.ticket_event_id is not null as tells_line,
    case when t.id is not null then jsonb_build_object(
      'id', t.id, 'uuid', t.uuid, 'status', t.status, 'isGroup', t.is_group,
      'queue', ${named('q')}, 'user', ${named('u')}, 'connection', ${named('w')}
    ) end as ticket,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'number', c.number) end as contact,
    case when m.id is not null then jsonb_build_object(
      'id', m.id, 'body', case when m.is_deleted then '' else m.body end, 'fromMe', m.from_me, 'ack', m.ack,
      'mediaType', m.media_type, 'media', case when not m.is_deleted then m.media end,
      'isAutomatic', m.is_automatic, 'isDeleted', m.is_deleted, 'isEdited', m.edited_at is not null,
      'failure', m.failure, 'user', ${named('mu')}, 'author', ${named('mc')}, 'quotedMessageId', m.quoted_id,
      'createdAt', wire_time(m.created_at)
    ) end as message,
    case when e.id is not null then jsonb_build_object(
      'by', ${named('eb')}, 'user', ${named('eu')}, 'queue', ${named('eq')}, 'connection', ${named('ew')},
      'rating', e.rating
    ) end as line
  from webhook_deliveries d
  left join messages m on m.company_id = d.company_id and m.id = d.message_id
  left join users mu on mu.company_id = m.company_id and mu.id = m.user_id
  left join contacts mc on mc.company_id = m.company_id and mc.id = m.author_contact_id
  left join ticket_events e on e.company_id = d.company_id and e.id = d.ticket_event_id
  left join users eb on eb.company_id = e.company_id and eb.id = e.by_user_id
  left join users eu on eu.company_id = e.company_id and eu.id = e.user_id
  left join queues eq on eq.company_id = e.company_id and eq.id = e.queue_id
  left join connections ew on ew.company_id = e.company_id and ew.id = e.connection_id
  left join tickets t on t.company_id = d.company_id
    and t.id = case when m.id is not null then m.ticket_id when e.id is not null then e.ticket_id else d.ticket_id end
  left join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where d.id = any (:ids::bigint[])
  order by d.id
  `,
)

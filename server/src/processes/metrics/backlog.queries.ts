import { statement } from '../../platform/database/statement'

/** Returns since when the oldest unsent message and unprocessed inbound event wait, from partial indexes. */
export const oldestWaitingItems = statement<
  { now: Date },
  { outbox_since: Date | null; inbound_since: Date | null; notification_queue_usage: number }
>(
  'metrics.backlog',
  `
  select
    (
      select min(o.next_attempt_at)
      from outbox o
      join connections c on c.company_id = o.company_id and c.id = o.connection_id
      where o.state = 'waiting' and o.next_attempt_at <= :now and c.status = 'CONNECTED'
    ) as outbox_since,
    (
      select min(e.received_at) from inbound_events e where e.done_at is null and e.dead_because is null
    ) as inbound_since,
    pg_notification_queue_usage() as notification_queue_usage
  `,
)

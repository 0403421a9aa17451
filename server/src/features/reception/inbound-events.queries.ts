import type { CompanyId, ConnectionId, InboundEventId } from '@balcao/domain/ids'
import { genericQueryPlanColumnsSql, statement } from '../../platform/database/statement'

export interface InboundEventRow {
  id: InboundEventId
  key: string
  chat: string
  content: Buffer
  needs_acknowledgement: boolean
}

/** Inserts events. Skips those that are stored already, because WhatsApp may deliver a stanza twice. */
export const insertInboundEvents = statement<{
  connectionId: ConnectionId
  keys: readonly string[]
  chats: readonly string[]
  partitions: readonly number[]
  contents: readonly Buffer[]
  needSettling: readonly boolean[]
  at: Date
}>(
  'reception.insertInboundEvents',
  `
  insert into inbound_events (company_id, connection_id, key, chat, partition, content, needs_acknowledgement, received_at)
  select current_company(), :connectionId, e.key, e.chat, e.partition, e.content, e.needs_acknowledgement, :at
  from unnest(:keys::text[], :chats::text[], :partitions::smallint[], :contents::bytea[], :needSettling::boolean[])
    with ordinality as e (key, chat, partition, content, needs_acknowledgement, position)
  order by e.position
  on conflict (company_id, connection_id, key) do nothing
  `,
)

export const inboundEventByKey = statement<{ connectionId: ConnectionId; key: string }, InboundEventRow>(
  'reception.eventOfKey',
  `
  select id, key, chat, content, needs_acknowledgement from inbound_events where connection_id = :connectionId
    and key = :key
  `,
)

export const unacknowledgedInboundEvents = statement<{ connectionId: ConnectionId }, InboundEventRow>(
  'reception.unacknowledgedInboundEvents',
  `
  select id, key, chat, content, needs_acknowledgement from inbound_events
  where connection_id = :connectionId and needs_acknowledgement
  order by id
  `,
)

export const markInboundEventsAcknowledged = statement<{
  connectionId: ConnectionId
  keys: readonly string[]
}>(
  'reception.markInboundEventsAcknowledged',
  `
  update inbound_events set needs_acknowledgement = false where connection_id = :connectionId
    and key = any (:keys::text[])
  `,
)

/** Runs across all companies: partitions with waiting events, except on connections that another process runs. */
export const partitionsWithWaitingEvents = statement<
  { holder: string; now: Date },
  { company_id: CompanyId; connection_id: ConnectionId; partition: number }
>(
  'reception.partitionsWithWaitingEvents',
  `
  select distinct e.company_id, e.connection_id, e.partition
  from inbound_events e
  left join connection_leases l on l.company_id = e.company_id and l.connection_id = e.connection_id
    and l.holder <> :holder and l.expires_at > :now
  where e.done_at is null and e.dead_because is null and l.holder is null
  `,
)

/** The locks are advisory, because with `skip locked` rows 12 of 20,000 events were processed out of order. */
export const lockInboundPartitions = statement<
  { connectionIds: readonly ConnectionId[]; partitions: readonly number[] },
  { connection_id: ConnectionId; partition: number }
>(
  'reception.lockInboundPartitions',
  `
  select l.connection_id, l.partition, ${genericQueryPlanColumnsSql}
  from unnest(:connectionIds::int[], :partitions::int[]) as l (connection_id, partition)
  where pg_try_advisory_xact_lock(hashtextextended('inbound ' || l.connection_id || ' ' || l.partition, 0))
  `,
)

/** The oldest waiting events: at most `limit`, and only until their contents add up to `bytes`. */
export const nextInboundEventsOfPartitions = statement<
  { connectionIds: readonly ConnectionId[]; partitions: readonly number[]; limit: number; bytes: number },
  InboundEventRow & { connection_id: ConnectionId; partition: number }
>(
  'reception.nextOfPartitions',
  `
  select e.id, e.connection_id, e.partition, e.key, e.chat, e.content, e.needs_acknowledgement
  from (
    select l.connection_id, l.partition, e.*, sum(octet_length(e.content)) over (order by e.id) as bytes_until
    from unnest(:connectionIds::int[], :partitions::int[]) as l (connection_id, partition)
    cross join lateral (
      select id, key, chat, content, needs_acknowledgement from inbound_events
      where connection_id = l.connection_id and partition = l.partition and done_at is null and dead_because is null
      order by id
      limit :limit
    ) e
  ) e
  where e.bytes_until - octet_length(e.content) < :bytes
  order by e.id
  limit :limit
  `,
)

export const markInboundEventsDone = statement<{ entryIds: readonly InboundEventId[]; at: Date }>(
  'reception.finishEvents',
  `update inbound_events set done_at = :at where id = any (:entryIds::bigint[])`,
)

/** Counts a failure. The one that reaches `limit` makes the event a dead letter; its partition continues without it. */
export const incrementInboundFailures = statement<
  { entryId: InboundEventId; limit: number; reason: string },
  { attempts: number; is_dead: boolean }
>(
  'reception.countFailure',
  `
  update inbound_events
  set attempts = attempts + 1, dead_because = case when attempts + 1 >= :limit then :reason end
  where id = :entryId
  returning attempts, dead_because is not null as is_dead
  `,
)

/**
 * Counts the history parts that wait to be processed, without parts that failed for good. Stops at two, because callers
 * only ask whether one, or more than one, waits.
 */
export const countWaitingHistoryParts = statement<{ connectionId: ConnectionId }, { waiting: number }>(
  'reception.historyIsWaiting',
  `
  select count(*) as waiting from (
    select from inbound_events
    where connection_id = :connectionId and done_at is null and dead_because is null and key like 'history%'
    limit 2
  ) as left_over
  `,
)

/** Runs across all companies: deletes events processed before this time, up to a limit. */
export const purgeInboundEvents = statement<{ before: Date; limit: number }>(
  'reception.purgeEntries',
  `
  delete from inbound_events t
  using (
    select company_id, id from inbound_events where done_at < :before and not needs_acknowledgement limit :limit
  ) as old
  where t.company_id = old.company_id and t.id = old.id
  `,
)

-- Printed from inbound-events.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- reception.acknowledgeEvents
update inbound_events set needs_acknowledgement = false where connection_id = :connectionId
and key = any (:keys::text[]);

-- reception.countFailure
update inbound_events
set attempts = attempts + 1, dead_because = case when attempts + 1 >= :limit then :reason end
where id = :entryId
returning attempts, dead_because is not null as is_dead;

-- reception.eventOfKey
select id, key, chat, content, needs_acknowledgement from inbound_events where connection_id = :connectionId
and key = :key;

-- reception.finishEvents
update inbound_events set done_at = :at where id = any (:entryIds::bigint[]);

-- reception.historyIsWaiting
select count(*) as waiting from (
  select from inbound_events
  where connection_id = :connectionId and done_at is null and dead_because is null and key like 'history%'
  limit 2
) as left_over;

-- reception.insertEvents
insert into inbound_events (company_id, connection_id, key, chat, partition, content, needs_acknowledgement, received_at)
select current_company(), :connectionId, e.key, e.chat, e.partition, e.content, e.needs_acknowledgement, :at
from unnest(:keys::text[], :chats::text[], :partitions::smallint[], :contents::bytea[], :needSettling::boolean[])
  with ordinality as e (key, chat, partition, content, needs_acknowledgement, position)
order by e.position
on conflict (company_id, connection_id, key) do nothing;

-- reception.lockPartitions
select l.connection_id, l.partition, set_config('plan_cache_mode', 'force_generic_plan', true)
from unnest(:connectionIds::int[], :partitions::int[]) as l (connection_id, partition)
where pg_try_advisory_xact_lock(hashtextextended('inbound ' || l.connection_id || ' ' || l.partition, 0));

-- reception.nextOfPartitions
select e.id, l.connection_id, l.partition, e.key, e.chat, e.content, e.needs_acknowledgement
from unnest(:connectionIds::int[], :partitions::int[]) as l (connection_id, partition)
cross join lateral (
  select id, key, chat, content, needs_acknowledgement from inbound_events
  where connection_id = l.connection_id and partition = l.partition and done_at is null and dead_because is null
  order by id
  limit :limit
) e
order by e.id
limit :limit;

-- reception.purgeEntries
delete from inbound_events t
using (
  select company_id, id from inbound_events where done_at < :before and not needs_acknowledgement limit :limit
) as old
where t.company_id = old.company_id and t.id = old.id;

-- reception.unacknowledgedEvents
select id, key, chat, content, needs_acknowledgement from inbound_events
where connection_id = :connectionId and needs_acknowledgement
order by id;

-- reception.waitingPartitions
select distinct company_id, connection_id, partition from inbound_events
where done_at is null and dead_because is null;

-- reception.waitingPartitionsOf
select distinct partition from inbound_events
where connection_id = :connectionId and done_at is null and dead_because is null;

-- Printed from inbound-events.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- reception.lockPartitions
select l.connection_id, l.partition, set_config('plan_cache_mode', 'force_generic_plan', true)
from unnest(:connectionIds::int[], :partitions::int[]) as l (connection_id, partition)
where pg_try_advisory_xact_lock(hashtextextended('inbound ' || l.connection_id || ' ' || l.partition, 0));

-- Printed from live.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- live.eventsLeftBehind
select id, company_id, name, payload
from live_events
where recorded_at < :before
order by id
limit :limit;

-- live.forgetEvents
delete from live_events e
using unnest(:companyIds::int[], :ids::bigint[]) as delivered (company_id, id)
where e.company_id = delivered.company_id and e.id = delivered.id;

-- live.recordEventIn
insert into live_events (company_id, name, payload, recorded_at)
select c.id, :name, :payload::jsonb, :at
from companies c
where c.is_active and (:companyIds::int[] is null or c.id = any (:companyIds::int[]))
returning id, company_id;

-- live.recordEvents
insert into live_events (company_id, name, payload, recorded_at)
select current_company(), e.name, e.payload, :at
from unnest(:names::text[], :payloads::jsonb[]) with ordinality as e (name, payload, position)
order by e.position
returning id;

-- Printed from webhooks.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- webhooks.all
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at, coalesce((select is_support from users where id = :reader), true) as for_support
from webhooks order by id;

-- webhooks.lock
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at from webhooks where id = :id for no key update;

-- webhooks.byId
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at from webhooks where id = :id;

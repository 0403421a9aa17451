-- Printed from webhooks.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- webhooks.all
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at, coalesce((select is_support from users where id = $1), true) as for_support
from webhooks order by id;

-- webhooks.eraseDeliveries
delete from webhook_deliveries
where ticket_id in (select id from tickets where contact_id = $1);

-- webhooks.insert
insert into webhooks (company_id, name, url, events, connection_id, is_active, sealed_secret, created_at, updated_at)
select current_company(), $1, $2, $3::text[], $4, $5, '', $6, $6
where (select count(*) from webhooks) < $7
returning id;

-- webhooks.lock
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at from webhooks where id = $1 for no key update;

-- webhooks.noteCalls
update webhooks set failures = $2, rests_until = $3, last_failure = $4, last_call_at = $5 where id = $1;

-- webhooks.remove
delete from webhooks where id = $1;

-- webhooks.removeOf
delete from webhooks where connection_id = $1 returning id, name;

-- webhooks.save
update webhooks
set name = $1, url = $2, events = $3::text[], connection_id = $4, is_active = $5, updated_at = $6,
  failures = 0, rests_until = null, off_reason = null
where id = $7;

-- webhooks.saveSecret
update webhooks set sealed_secret = $2, updated_at = $3 where id = $1;

-- webhooks.switchOff
update webhooks set is_active = false, off_reason = $2, updated_at = $3 where id = $1;

-- webhooks.byId
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at from webhooks where id = $1;

-- Printed from webhooks.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- webhooks.all
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at, coalesce((select is_support from users where id = :reader), true) as for_support
from webhooks order by id;

-- webhooks.eraseDeliveries
delete from webhook_deliveries
where ticket_id in (select id from tickets where contact_id = :contactId);

-- webhooks.insert
insert into webhooks (company_id, name, url, events, connection_id, is_active, sealed_secret, created_at, updated_at)
select current_company(), :name, :url, :events::text[], :connectionId, :isActive, '', :at, :at
where (select count(*) from webhooks) < :most
returning id;

-- webhooks.lock
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at from webhooks where id = :id for no key update;

-- webhooks.noteCalls
update webhooks set failures = :failures, rests_until = :restsUntil, last_failure = :lastFailure, last_call_at = :at
where id = :id;

-- webhooks.remove
delete from webhooks where id = :id;

-- webhooks.removeOf
delete from webhooks where connection_id = :connectionId returning id, name;

-- webhooks.save
update webhooks
set name = :name, url = :url, events = :events::text[], connection_id = :connectionId, is_active = :isActive,
  updated_at = :at,
  failures = 0, rests_until = null, off_reason = null
where id = :id;

-- webhooks.saveSecret
update webhooks set sealed_secret = :sealed, updated_at = :at where id = :id;

-- webhooks.switchOff
update webhooks set is_active = false, off_reason = :reason, updated_at = :at where id = :id;

-- webhooks.byId
select
id, name, url, events, connection_id, is_active, sealed_secret, failures, rests_until, off_reason, last_call_at,
last_failure, created_at, updated_at from webhooks where id = :id;

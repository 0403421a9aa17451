-- Printed from companies.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- companies.insert
insert into companies (name, email, plan_id, due_date, created_at, updated_at)
values ($1, $2, $3, $4, $5, $5)
returning id;

-- companies.isThereOne
select exists (select from companies) as found;

-- companies.lockFounding
select pg_advisory_xact_lock(hashtext('founding of the first company')) as locked;

-- companies.lockOwn
select id from companies where id = current_company() for no key update;

-- companies.own
select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
  ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until
from companies c
where c.id = current_company();

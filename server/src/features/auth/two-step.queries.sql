-- Printed from two-step.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- auth.beginTwoStep
insert into two_step_logins (company_id, user_id, sealed_secret, last_step) values (current_company(), $1, $2, 0)
on conflict (company_id, user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0
where two_step_logins.confirmed_at is null;

-- auth.confirmTwoStep
update two_step_logins set confirmed_at = $2 where user_id = $1;

-- auth.insertRecoveryCodes
insert into recovery_codes (company_id, user_id, code_hash) select current_company(), $1, unnest($2::bytea[]);

-- auth.keepStep
update two_step_logins set last_step = $2 where user_id = $1;

-- auth.lockTwoStep
select sealed_secret, confirmed_at is not null as is_on, last_step::float8 as last_step
from two_step_logins where user_id = $1 for update;

-- auth.removeRecoveryCodes
delete from recovery_codes where user_id = $1;

-- auth.removeTwoStep
delete from two_step_logins where user_id = $1;

-- auth.twoStepInUse
select (select count(*)::int from recovery_codes r where r.company_id = t.company_id and r.user_id = t.user_id)
  as codes_left
from two_step_logins t where t.user_id = $1 and t.confirmed_at is not null;

-- auth.useRecoveryCode
delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id;

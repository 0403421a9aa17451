-- Printed from two-step.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- auth.beginTwoStep
insert into two_step_logins (company_id, user_id, sealed_secret, last_step) values (current_company(), :userId,
  :sealedSecret, 0)
on conflict (company_id, user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0
where two_step_logins.confirmed_at is null;

-- auth.confirmTwoStep
update two_step_logins set confirmed_at = :at where user_id = :userId;

-- auth.insertRecoveryCodes
insert into recovery_codes (company_id, user_id, code_hash) select current_company(), :userId,
unnest(:codeHashes::bytea[]);

-- auth.keepStep
update two_step_logins set last_step = :step where user_id = :userId;

-- auth.lockTwoStep
select sealed_secret, confirmed_at is not null as is_on, last_step::float8 as last_step
from two_step_logins where user_id = :userId for update;

-- auth.removeRecoveryCodes
delete from recovery_codes where user_id = :userId;

-- auth.removeTwoStep
delete from two_step_logins where user_id = :userId;

-- auth.twoStepInUse
select (select count(*)::int from recovery_codes r where r.company_id = t.company_id and r.user_id = t.user_id)
  as codes_left
from two_step_logins t where t.user_id = :userId and t.confirmed_at is not null;

-- auth.useRecoveryCode
delete from recovery_codes where user_id = :userId and code_hash = :codeHash returning user_id;

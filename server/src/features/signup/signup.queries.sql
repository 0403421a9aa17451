-- Printed from signup.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- signup.fillingAttempt
select at from signup_attempts where address = $1 and at > $2 order by at desc offset $3 - 1 limit 1;

-- signup.forgetOldAttempts
delete from signup_attempts where at < $1;

-- signup.insertAttempt
insert into signup_attempts (address, at) values ($1, $2);

-- signup.isOpen
select coalesce((
  select s.value from settings s
  where s.key = 'userCreation' and s.company_id = (select min(id) from companies)
), 'enabled') = 'enabled' as open;

-- signup.lockAddress
select pg_advisory_xact_lock(hashtext('sign up address'), hashtext($1)) as locked;

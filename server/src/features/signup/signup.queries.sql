-- Printed from signup.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- signup.fillingAttempt
select at from signup_attempts where address = :address and at > :since order by at desc offset :limit - 1 limit 1;

-- signup.forgetOldAttempts
delete from signup_attempts where at < :before;

-- signup.insertAttempt
insert into signup_attempts (address, at) values (:address, :at);

-- signup.isOpen
select coalesce((
  select s.value from settings s
  where s.key = 'userCreation' and s.company_id = (select min(id) from companies)
), 'enabled') = 'enabled' as open;

-- signup.lockAddress
select pg_advisory_xact_lock(hashtext('sign up address'), hashtext(:address)) as locked;

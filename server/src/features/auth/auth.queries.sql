-- Printed from auth.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- auth.accountByEmail
select u.company_id, u.id as user_id, u.name, u.password_hash, exists (
    select from two_step_logins t
    where t.company_id = u.company_id and t.user_id = u.id and t.confirmed_at is not null
  ) as has_two_step
from users u where u.email = :email and not u.is_support;

-- auth.endSessionsOfUser
update sign_in_sessions
set ended_at = :at, ended_because = :because
where user_id = :userId and ended_at is null and id is distinct from :exceptId
returning id;

-- auth.fillingFailures
(select 'pair' as by, at from failed_logins
  where email_hash = :email and address = :from and at > :pairSince order by at desc offset :pairLimit - 1 limit 1)
union all
(select 'address', at from failed_logins where address = :from
  and at > :addressSince order by at desc offset :addressLimit - 1 limit 1)
union all
(select 'attacked', at from failed_logins
  where email_hash = :email and address = :from and at > :attackedSince and not :isKnownBrowser
    and exists (select from failed_logins where email_hash = :email and at > :attackedSince offset :attackedLimit - 1)
  order by at desc offset :attackedPairLimit - 1 limit 1);

-- auth.forgetEndedSessions
delete from sign_in_sessions where user_id = :userId and ended_at < :endedBefore;

-- auth.forgetFailuresOf
delete from failed_logins where email_hash = :email;

-- auth.forgetOldFailures
delete from failed_logins where at < :before;

-- auth.insertFailure
insert into failed_logins (email_hash, address, at) values (:email, :address, :at) returning id;

-- auth.insertSession
insert into sign_in_sessions (company_id, id, user_id, refresh_hash, rotated_at, expires_at, address, user_agent,
  created_at)
values (current_company(), :id, :userId, :refreshHash, :at, :expiresAt, :address, :userAgent, :at);

-- auth.liveSubscriber
select u.id as user_id, u.name, u.profile, u.is_super, u.is_support, u.all_ticket,
  array(select uq.queue_id from user_queues uq
    where uq.company_id = u.company_id and uq.user_id = u.id order by uq.queue_id) as queue_ids
from sign_in_sessions s
join users u on u.company_id = s.company_id and u.id = s.user_id
where s.id = :sessionId and s.ended_at is null and s.expires_at > :at;

-- auth.lockAccount
select email, profile, password_hash from users where id = :userId for no key update;

-- auth.lockAttempts
select pg_advisory_xact_lock(hashtext('sign in account'), hashtext(encode(:email, 'hex'))) as locked
union all
select pg_advisory_xact_lock(hashtext('sign in address'), hashtext(:address));

-- auth.lockSession
select
id, user_id, refresh_hash, previous_refresh_hash, rotated_at, expires_at, ended_at from sign_in_sessions where id = :id for update;

-- auth.removeFailure
delete from failed_logins where id = :id;

-- auth.rotateSession
update sign_in_sessions s
set previous_refresh_hash = refresh_hash, refresh_hash = :refreshHash, rotated_at = :at,
  -- A refresh does not extend a support visit.
  expires_at = case when u.is_support then s.expires_at else :expiresAt end
from users u
where s.id = :id and u.company_id = s.company_id and u.id = s.user_id;

-- auth.sessionById
select company_id,
id, user_id, refresh_hash, previous_refresh_hash, rotated_at, expires_at, ended_at from sign_in_sessions where id = :id;

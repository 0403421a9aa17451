-- Printed from support.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- support.closeVisits
update support_visits set ended_at = :at where user_id = :userId and ended_at is null returning id, user_id, supporter_id, supporter_name, began_at;

-- support.companiesVisitedBy
select company_id from support_visits where supporter_id = :supporterId and ended_at is null order by company_id;

-- support.insertVisit
insert into support_visits (company_id, user_id, session_id, supporter_id, supporter_name, reason, began_at, ends_at)
values (current_company(), :userId, :sessionId, :supporterId, :supporterName, :reason, :beganAt, :endsAt)
returning id;

-- support.openVisit
select id, user_id, supporter_id, supporter_name, began_at from support_visits where ended_at is null for update;

-- Printed from support.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- support.closeVisits
update support_visits set ended_at = :at where user_id = :userId and ended_at is null returning id, user_id, supporter_id, supporter_name, began_at;

-- support.openVisit
select id, user_id, supporter_id, supporter_name, began_at from support_visits where ended_at is null for update;

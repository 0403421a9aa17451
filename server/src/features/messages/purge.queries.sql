-- Printed from purge.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.removeOfCompany
delete from messages
where company_id = $1 and id in (select m.id from messages m where m.company_id = $1 order by m.id limit $2);

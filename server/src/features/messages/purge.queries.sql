-- Printed from purge.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.removeOfCompany
delete from messages
where company_id = :companyId and id in (select m.id from messages m
  where m.company_id = :companyId order by m.id limit :limit);

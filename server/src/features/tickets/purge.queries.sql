-- Printed from purge.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.removeOfCompany
delete from tickets where company_id = :companyId;

-- Printed from purge.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- schedules.removeOfCompany
delete from schedules where company_id = :companyId;

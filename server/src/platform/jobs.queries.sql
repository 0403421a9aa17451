-- Printed from jobs.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- jobs.enqueue
select enqueue_job($1, $2::jsonb, $3, $4, $5);

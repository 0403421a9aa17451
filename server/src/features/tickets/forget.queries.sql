-- Printed from forget.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.forget
update tickets set words_forgotten_at = :at, last_message = ''
where id in (
  select id from tickets
  where company_id = current_company() and status = 'closed'
    and (words_forgotten_at is null or words_forgotten_at < last_at)
    and last_at < :endedBefore
  order by last_at limit :limit
  for update skip locked
)
returning id;

-- Printed from forget.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.forget
update tickets set words_forgotten_at = $3, last_message = ''
where id in (
  select id from tickets
  where company_id = current_company() and status = 'closed'
    and (words_forgotten_at is null or words_forgotten_at < last_at)
    and last_at < $1
  order by last_at limit $2
  for update skip locked
)
returning id;

-- Printed from holidays.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- holidays.byDay
select id, day, name, created_at, updated_at from holidays order by day;

-- holidays.keep
insert into holidays (company_id, day, name, created_at, updated_at)
select current_company(), h.day, min(h.name), :at, :at
from unnest(:days::date[], :names::text[]) as h (day, name)
group by h.day
order by h.day
on conflict (company_id, day) do update set name = excluded.name, updated_at = excluded.updated_at
returning id, day, name, created_at, updated_at;

-- holidays.remove
delete from holidays where id = :id returning id, day, name, created_at, updated_at;

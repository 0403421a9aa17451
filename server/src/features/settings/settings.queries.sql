-- Printed from settings.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- settings.companiesThatForget
select company_id, value as retention from settings where key = 'messageRetention' and value <> 'forever'
order by company_id;

-- settings.insertAll
insert into settings (company_id, key, value, created_at, updated_at)
select $1, s.key, s.value, $4, $4
from unnest($2::text[], $3::text[]) with ordinality as s (key, value, position)
order by s.position
on conflict (company_id, key) do nothing;

-- settings.save
insert into settings (company_id, key, value, created_at, updated_at)
values (current_company(), $1, $2, $3, $3)
on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at
returning id, key, value, created_at, updated_at;

-- settings.byKeys
select id, key, value, created_at, updated_at from settings where key = any ($1);

-- Printed from settings.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- settings.companiesThatForget
select company_id, value as retention from settings where key = 'messageRetention' and value <> 'forever'
order by company_id;

-- settings.insertAll
insert into settings (company_id, key, value)
select $1, s.key, s.value
from unnest($2::text[], $3::text[]) with ordinality as s (key, value, position)
order by s.position
on conflict (company_id, key) do nothing;

-- settings.save
insert into settings (company_id, key, value)
values (current_company(), $1, $2)
on conflict (company_id, key) do update set value = excluded.value
returning id, key, value;

-- settings.byKeys
select id, key, value from settings where key = any ($1);

-- Printed from settings.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- settings.save
insert into settings (company_id, key, value, created_at, updated_at)
values (current_company(), :key, :value, :at, :at)
on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at
returning id, key, value, created_at, updated_at;

-- settings.byKeys
select id, key, value, created_at, updated_at from settings where key = any (:keys);

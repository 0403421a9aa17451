-- Printed from platform-settings.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- platformSettings.lock
select pg_advisory_xact_lock(hashtext('platform setting'), hashtext(:key)) as locked;

-- platformSettings.get
select value from platform_settings where key = :key;

-- platformSettings.save
insert into platform_settings (key, value, updated_at) values (:key, :value, :at)
on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at;

-- Printed from campaign-settings.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.settings
select message_interval, longer_interval_after, greater_interval, variables, opt_out_word from campaign_settings;

-- campaigns.saveSettings
insert into campaign_settings
  (company_id, message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at)
values (current_company(), :messageInterval, :longerIntervalAfter, :greaterInterval, :variables::jsonb, :optOutWord,
  :at)
on conflict (company_id) do update
set message_interval = :messageInterval, longer_interval_after = :longerIntervalAfter,
  greater_interval = :greaterInterval, variables = :variables::jsonb,
  opt_out_word = :optOutWord, updated_at = :at;

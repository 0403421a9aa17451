alter table backups
  add checked_at timestamptz,
  add check_failure text,
  add check (check_failure is null or checked_at is not null);
comment on column backups.checked_at is 'When the product restored the file beside itself; null: it did not.';
comment on column backups.check_failure is 'Why that failed; null: the file is restorable, or was not checked.';

alter table move_in_companies add was_active boolean;
comment on column move_in_companies.was_active is
  'Whether the source had the company open at the last run, for the switch, which does not read the source; null: no run yet.';

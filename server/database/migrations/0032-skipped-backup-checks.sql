alter table backups
  add check_skipped text,
  add check (check_skipped is null or (checked_at is not null and check_failure is null));
comment on column backups.check_skipped is 'Why the check was not made; null: it was made, or was not due.';
comment on column backups.checked_at is 'When the product restored the file beside itself, or tried to; null: it was not due.';

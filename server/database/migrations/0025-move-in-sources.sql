alter table move_ins
  add column source jsonb,
  drop column failure,
  drop column company,
  drop column step,
  drop column rows_done,
  drop column rows_total,
  drop column look,
  drop column updated_at,
  drop column finished_at;
comment on table move_ins is 'Moves from an installation of another product into this one (docs/features/move-ins.md).';
comment on column move_ins.source is
  'Its companies and when each was created there, by id: another database under the same name is refused by them.';

alter table move_in_steps add column snapshot_at timestamptz;
comment on column move_in_steps.snapshot_at is
  'The instant, by the source''s clock, of the first snapshot that this pass read. The next pass reads what changed since.';

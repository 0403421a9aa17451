create table backups (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  is_scheduled boolean not null,
  content_at timestamptz,
  path text,
  size_bytes bigint,
  missing_files integer,
  failure text,
  check (num_nulls(content_at, path, size_bytes, missing_files) in (0, 4)),
  check ((failure is null) = (path is not null))
);
create index backups_by_start on backups (started_at);
grant select, insert, delete on backups to balcao_platform;
comment on table backups is
  'Finished backups of the installation, made and failed. A backup that ended with its process has no row.';
comment on column backups.is_scheduled is 'The product made it by its schedule; else the operator did.';
comment on column backups.content_at is 'Everything that was committed before is in the file.';
comment on column backups.path is 'Where the file was written, on the machine of the process.';
comment on column backups.missing_files is 'Files that rows name and that the store did not have.';
comment on column backups.failure is 'Why there is no file; null: there is one.';

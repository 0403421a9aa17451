create table move_outs (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  user_id integer,
  state text not null check (state in ('running', 'done', 'failed')),
  total bigint not null default 0,
  done bigint not null default 0,
  failure text,
  file_keys text[] not null default '{}',
  zip_sizes bigint[] not null default '{}'::bigint[],
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index move_outs_one_each on move_outs (company_id);
create index move_outs_of_user on move_outs (company_id, user_id) where user_id is not null;
select protect_company_table('move_outs');
comment on table move_outs is 'The files with all data of a company. One set per company, kept for seven days.';
comment on column move_outs.id is 'New with each order, so that a job of an earlier order changes nothing.';
comment on column move_outs.user_id is 'Who ordered it; null once that account is deleted.';
comment on column move_outs.total is 'Rows and files to write, as counted at the start; `done` counts the written ones.';
comment on column move_outs.failure is 'The error code of a job that failed for lack of room; null for another failure.';
comment on column move_outs.file_keys is 'The zip files; `zip_sizes` are their sizes in bytes.';
comment on column move_outs.expires_at is 'When the files are deleted.';

-- What is kept about one person, made into files to hand over (LGPD, article 18): at most one set for each contact, and
-- for a day.
create table personal_data_exports (
  company_id integer not null,
  -- A new one with each order: what a job of an earlier order made is none of this one.
  id integer generated always as identity,
  contact_id integer not null,
  -- Who ordered it.
  user_id integer,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Messages and files, and how many of them are written.
  total integer not null default 0,
  done integer not null default 0,
  -- The zips, and how large each is.
  file_keys text[] not null default '{}',
  zip_sizes bigint[] not null default '{}',
  created_at timestamptz not null,
  finished_at timestamptz,
  -- From then on the files are gone.
  expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index personal_data_exports_of_contact on personal_data_exports (company_id, contact_id);
create index personal_data_exports_of_user on personal_data_exports (company_id, user_id) where user_id is not null;
select protect_company_table('personal_data_exports');

-- What somebody wrote in groups is read page by page.
drop index messages_of_author;
create index messages_of_author on messages (company_id, author_contact_id, id) where author_contact_id is not null;

-- Files that go out together, under a name: after the message of a campaign, for one.
create table file_lists (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  message text not null,
  -- Who made it; the list outlives the account.
  user_id integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index file_lists_by_name on file_lists (company_id, lower(name));
create index file_lists_of_user on file_lists (company_id, user_id) where user_id is not null;
select protect_company_table('file_lists');

create table file_list_options (
  company_id integer not null,
  id integer generated always as identity,
  file_list_id integer not null,
  -- In which order they go out.
  place integer not null,
  name text not null,
  -- { key, fileName, mimetype, mediaType, sizeBytes }; null until its file has come.
  media jsonb,
  primary key (company_id, id),
  foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete cascade
);
create index file_list_options_of_list on file_list_options (company_id, file_list_id, place);
create index file_list_options_by_file on file_list_options (company_id, (media ->> 'key'))
  where media ->> 'key' is not null;
select protect_company_table('file_list_options');

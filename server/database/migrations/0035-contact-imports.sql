-- Lists of contacts that are taken in, each row with what became of it. What a row holds is kept for the report, and goes
-- with its import after a month.
create table contact_imports (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  -- Who brought it; the report outlives the account.
  user_id integer,
  source text not null check (source in ('file', 'phone-book')),
  file_name text not null,
  state text not null check (state in ('preview', 'running', 'done', 'cancelled', 'failed')),
  -- The first row holds titles.
  has_header boolean not null,
  -- [{ title, samples }]
  columns jsonb not null,
  targets text[] not null,
  row_count integer not null,
  -- Rows behind this place wait.
  done_place integer not null default 0,
  created_count integer not null default 0,
  known_count integer not null default 0,
  wrong_count integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index contact_imports_of_user on contact_imports (company_id, user_id) where user_id is not null;
select protect_company_table('contact_imports');

create table contact_import_rows (
  company_id integer not null,
  import_id integer not null,
  place integer not null,
  -- As the spreadsheet counts it.
  row_number integer not null,
  cells jsonb not null,
  outcome text check (outcome in ('created', 'known', 'noNumber', 'wrongNumber', 'wrongName', 'wrongEmail')),
  -- In its canonical spelling, by which a person's rows are found when their data is erased.
  phone text,
  primary key (company_id, import_id, place),
  foreign key (company_id, import_id) references contact_imports (company_id, id) on delete cascade
);
create index contact_import_rows_of_phone on contact_import_rows (company_id, phone) where phone is not null;
select protect_company_table('contact_import_rows');

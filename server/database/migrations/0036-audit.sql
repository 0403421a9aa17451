-- Who did what, when and from where (decision 0041). Append only: nobody may change a row, and only the platform's
-- housekeeping takes old ones away. Without a key to companies and users: what they did outlives them.
create table audit_entries (
  company_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null,
  act text not null,
  -- Empty where the house itself acted, or nobody was signed in.
  user_id integer,
  -- As it was then.
  user_name text,
  address text,
  subject_id bigint,
  subject_name text,
  detail jsonb not null default '{}',
  primary key (company_id, id)
);
create index audit_entries_by_time on audit_entries (company_id, at, id);
create index audit_entries_by_act on audit_entries (company_id, act, at, id);
create index audit_entries_by_user on audit_entries (company_id, user_id, at, id);
create index audit_entries_over_all on audit_entries (at, id);
create index audit_entries_over_all_by_act on audit_entries (act, at, id);
select protect_company_table('audit_entries');
revoke update, delete on audit_entries from balcao_app;
revoke update on audit_entries from balcao_platform;

-- Companies that have put the checklist of their first day away.
create table onboardings (
  company_id integer not null references companies (id) on delete cascade,
  dismissed_at timestamptz not null,
  dismissed_by integer,
  primary key (company_id),
  foreign key (company_id, dismissed_by) references users (company_id, id) on delete set null (dismissed_by)
);
create index onboardings_by_user on onboardings (company_id, dismissed_by);
select protect_company_table('onboardings');

-- What the platform's owner keeps of a company, and what stands on its invoices.
alter table companies
  add recurrence text not null default 'MENSAL'
    check (recurrence in ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  add billing_name text,
  add address_zip_code text,
  add address_street text,
  add address_state text,
  add address_city text,
  add address_district text,
  -- What stood in the link of the sign-up: kept as a value, and it opens nothing (AUTH-22).
  add referred_by integer,
  -- From then on all of it is deleted; until then it is disabled, and its deletion can be revoked (COMPANY-10).
  add delete_at timestamptz;

-- Two companies whose names differ in capitals alone are one company to people.
alter table companies drop constraint companies_name_key;
create unique index companies_name on companies (lower(name));

-- Whether a stranger may choose it at the sign-up.
alter table plans add is_public boolean not null default true;

-- Who knocked at the sign-up, from where: there is no company yet (AUTH-27).
create table signup_attempts (
  id bigint generated always as identity primary key,
  address text not null,
  at timestamptz not null
);
create index signup_attempts_by_address on signup_attempts (address, at);
grant select, insert, delete on signup_attempts to balcao_platform;

-- The platform's support acts in a company as a user of its own, so that what it does bears its name. It never signs in
-- with a password, is in no list, and counts for no limit.
alter table users add is_support boolean not null default false check (not (is_support and is_super));
create unique index users_support on users (company_id) where is_support;

-- One visit of the support: from when, by whom, why, until when (decision 0035).
create table support_visits (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  session_id uuid not null,
  -- The super user, who is of another company.
  supporter_id integer not null,
  supporter_name text not null,
  reason text not null,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index support_visits_by_user on support_visits (company_id, user_id);
-- One at a time: who comes later ends the visit before.
create unique index support_visits_open on support_visits (company_id) where ended_at is null;
create index support_visits_by_supporter on support_visits (supporter_id) where ended_at is null;
select protect_company_table('support_visits');

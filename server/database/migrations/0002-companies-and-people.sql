create table plans (
  id integer generated always as identity primary key,
  name text not null unique,
  users integer not null,
  connections integer not null,
  queues integer not null,
  value numeric(12, 2) not null,
  use_campaigns boolean not null,
  use_kanban boolean not null,
  use_open_ai boolean not null,
  use_integrations boolean not null,
  use_schedules boolean not null,
  use_internal_chat boolean not null,
  use_external_api boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select on plans to balcao_app;
grant select, insert, update, delete on plans to balcao_platform;

create table companies (
  id integer generated always as identity primary key,
  name text not null unique,
  email text,
  phone text,
  plan_id integer not null references plans (id),
  is_active boolean not null default true,
  -- The last day that is paid for; it lasts to its end in the company's time zone.
  due_date date not null,
  trial_expires_at timestamptz,
  time_zone text not null default 'America/Sao_Paulo',
  language text not null default 'pt-BR',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table companies enable row level security;
alter table companies force row level security;
create policy of_company on companies to balcao_app using (id = (select current_company()));
create policy of_platform on companies to balcao_platform using (true);
grant select, update on companies to balcao_app;
grant select, insert, update, delete on companies to balcao_platform;

create table settings (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  key text not null,
  value text not null,
  primary key (company_id, key),
  unique (company_id, id)
);
select protect_company_table('settings');

create table queues (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  color text not null,
  order_queue integer,
  greeting_message text not null default '',
  out_of_hours_message text not null default '',
  schedules jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index queues_name on queues (company_id, lower(name));
create unique index queues_color on queues (company_id, lower(color));
select protect_company_table('queues');

create table users (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  -- Lower case; unique on the platform (USER-06).
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  profile text not null check (profile in ('user', 'supervisor', 'admin')),
  is_super boolean not null default false,
  all_ticket boolean not null default false,
  default_connection_id integer,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index users_by_name on users (company_id, name, id);
select protect_company_table('users');

create table user_queues (
  company_id integer not null,
  user_id integer not null,
  queue_id integer not null,
  primary key (company_id, user_id, queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
create index user_queues_by_queue on user_queues (company_id, queue_id);
select protect_company_table('user_queues');

-- One row a login. The refresh token is kept as a hash; the one before it is good for ten seconds (two tabs), and a
-- reuse after that ends the session.
create table sign_in_sessions (
  company_id integer not null,
  id uuid not null,
  user_id integer not null,
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  address text,
  user_agent text,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index sign_in_sessions_by_id on sign_in_sessions (id);
-- One session per user: a new login ends the older one.
create unique index sign_in_sessions_living on sign_in_sessions (company_id, user_id) where ended_at is null;
select protect_company_table('sign_in_sessions');

-- Failed logins only; counted by e-mail and by address (SECURITY A2). No company: the e-mail may belong to none.
create table failed_logins (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  address text not null,
  at timestamptz not null
);
create index failed_logins_by_email on failed_logins (email_hash, at);
create index failed_logins_by_address on failed_logins (address, at);
grant select, insert, delete on failed_logins to balcao_platform;

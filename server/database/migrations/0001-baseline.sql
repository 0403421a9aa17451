-- The whole schema, by feature, at the squash of the first 74 migrations (decision 0100). ../functions holds the triggers
-- and the functions on which no table depends.

-- ==================== Roles, and functions that tables depend on ====================

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

do $$
declare
  role text;
begin
  -- Roles belong to the whole cluster: another database of it may have created them already.
  foreach role in array array['balcao_app', 'balcao_platform', 'balcao_searcher'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I nologin', role);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to balcao_app, balcao_platform, balcao_searcher;

-- After a transaction the setting reads as an empty string, not as null.
create function current_company() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::integer;
comment on function current_company is 'The company of the running act; null outside acts of a company.';

-- The dictionary is named, so that the result is immutable.
create function plain_text(words text) returns text
  language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, words));
comment on function plain_text is
  'A text without case and accents. Stored columns and indexes hold its results: a change must compute them anew.';

-- The sub-select around current_company() keeps plans generic: without it the planner uses the row estimate of one
-- company in the plans of all (27 ms instead of 0.7 ms on a list).
create function protect_company_table(name regclass) returns void
  language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy of_company on %s to balcao_app using (company_id = (select current_company()))', name);
  execute format('create policy of_platform on %s to balcao_platform using (true)', name);
  execute format('grant select, insert, update, delete on %s to balcao_app, balcao_platform', name);
end $$;
comment on function protect_company_table is
  'Row security, policies and grants of a company table. Each migration calls it for its tables.';

comment on table schema_migrations is 'The files of migrations that have run. migrate() writes it.';
comment on table schema_functions is 'The files of functions as they were last applied. migrate() writes it.';
comment on column schema_functions.hash is 'SHA-256 of the text, in hexadecimal.';

-- ==================== Plans and companies ====================

create table plans (
  id integer generated always as identity primary key,
  name text not null,
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
  updated_at timestamptz not null,
  campaigns integer,
  schedules integer,
  is_public boolean not null default true,
  storage_gigabytes integer check (storage_gigabytes > 0)
);
-- Plans whose names differ only in case are one plan to people.
create unique index plans_name on plans (lower(name));
grant select on plans to balcao_app;
grant select, insert, update, delete on plans to balcao_platform;
comment on table plans is
  'What a company may use: limits, and one flag per module. The platform''s owner writes them; every company reads '
  'them.';
comment on column plans.users is
  'How many users a company of this plan may have. `connections` and `queues` limit likewise.';
comment on column plans.value is 'The price of one month in BRL.';
comment on column plans.campaigns is 'Shown to existing clients; limits nothing (PLAN-03). `schedules` likewise.';
comment on column plans.is_public is 'The sign-up offers the plan to strangers.';
comment on column plans.storage_gigabytes is
  'How many gigabytes of files a company may store; null: the disk is the only limit.';

create table companies (
  id integer generated always as identity primary key,
  name text not null,
  email text,
  phone text,
  plan_id integer not null references plans (id),
  is_active boolean not null default true,
  due_date date not null,
  trial_expires_at timestamptz,
  time_zone text not null default 'America/Sao_Paulo',
  language text not null default 'pt-BR',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  recurrence text not null default 'MENSAL'
    check (recurrence in ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  billing_name text,
  address_zip_code text,
  address_street text,
  address_state text,
  address_city text,
  address_district text,
  referred_by integer,
  delete_at timestamptz,
  schedules jsonb not null default '[
    { "weekday": "Segunda-feira", "weekdayEn": "monday", "startTime": "08:00", "endTime": "18:00" },
    { "weekday": "Terça-feira", "weekdayEn": "tuesday", "startTime": "08:00", "endTime": "18:00" },
    { "weekday": "Quarta-feira", "weekdayEn": "wednesday", "startTime": "08:00", "endTime": "18:00" },
    { "weekday": "Quinta-feira", "weekdayEn": "thursday", "startTime": "08:00", "endTime": "18:00" },
    { "weekday": "Sexta-feira", "weekdayEn": "friday", "startTime": "08:00", "endTime": "18:00" },
    { "weekday": "Sábado", "weekdayEn": "saturday", "startTime": "08:00", "endTime": "12:00" },
    { "weekday": "Domingo", "weekdayEn": "sunday", "startTime": "00:00", "endTime": "00:00" }
  ]'
);
-- Companies whose names differ only in case are one company to people.
create unique index companies_name on companies (lower(name));
alter table companies enable row level security;
alter table companies force row level security;
create policy of_company on companies to balcao_app using (id = (select current_company()));
create policy of_platform on companies to balcao_platform using (true);
grant select, update on companies to balcao_app;
grant select, insert, update, delete on companies to balcao_platform;
comment on table companies is 'One row per tenant. Its id is the `company_id` of every company table.';
comment on column companies.is_active is 'The platform''s owner turns a company off; its users then can''t sign in.';
comment on column companies.due_date is
  'The last paid day, which ends at midnight of the company''s time zone. Billing moves it.';
comment on column companies.trial_expires_at is
  'When the trial of the sign-up ends; null: the platform''s owner created the company.';
comment on column companies.time_zone is 'IANA name. Opening hours, holidays and daily figures use it.';
comment on column companies.recurrence is 'How many months one payment buys.';
comment on column companies.billing_name is 'The name on invoices; the `address_…` columns are its address.';
comment on column companies.referred_by is
  'The number in the link of the sign-up. It is stored and opens nothing (AUTH-22).';
comment on column companies.delete_at is
  'When all data of the company is deleted. Until then the company is disabled and the deletion can be revoked '
  '(COMPANY-10). Null: no deletion is scheduled.';
comment on column companies.schedules is
  'Opening hours of the company, for the mode with one set for all queues. The default equals a new queue''s '
  '(QUEUE-03).';

create table settings (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  key text not null,
  value text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, key),
  unique (company_id, id)
);
select protect_company_table('settings');
comment on table settings is 'Settings of one company as pairs. A missing key has the default of the domain package.';

create table holidays (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  day date not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, day)
);
select protect_company_table('holidays');
comment on table holidays is 'Days on which the company and all its queues are closed.';
comment on column holidays.day is 'A day of the company''s time zone.';

create table platform_settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null
);
grant select, insert, update on platform_settings to balcao_platform;
comment on table platform_settings is
  'Settings of the whole installation as pairs. The application role has no grant: only acts of the platform''s '
  'owner and of the system read them.';

create table support_contact (
  id boolean primary key default true check (id),
  name text not null,
  email text,
  phone text
);
grant select on support_contact to balcao_app;
grant select, insert, update, delete on support_contact to balcao_platform;
comment on table support_contact is
  'Whom companies may ask about their subscription. At most one row, written by the platform''s owner.';
comment on column support_contact.id is 'Always true, so that the primary key allows one row.';

create table announcements (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  priority smallint not null default 3 check (priority between 1 and 3),
  is_active boolean not null default true,
  media jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select on announcements to balcao_app;
grant select, insert, update, delete on announcements to balcao_platform;
comment on table announcements is 'News by the platform''s owner for the users of all companies.';
comment on column announcements.priority is '1 high, 2 medium, 3 low.';
comment on column announcements.media is
  '{ key, fileName, mimetype }: a picture in the platform''s own folder, which belongs to no company.';

create table helps (
  id integer generated always as identity primary key,
  title text not null,
  description text not null default '',
  video text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select on helps to balcao_app;
grant select, insert, update, delete on helps to balcao_platform;
comment on table helps is 'Help videos of the platform, for the users of all companies.';
comment on column helps.video is 'The id at the video host.';

-- ==================== Queues ====================

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
  prompt_id integer,
  integration_id integer,
  primary key (company_id, id)
);
create unique index queues_color on queues (company_id, lower(color));
create unique index queues_name on queues (company_id, lower(name));
create index queues_of_integration on queues (company_id, integration_id) where integration_id is not null;
create index queues_of_prompt on queues (company_id, prompt_id) where prompt_id is not null;
select protect_company_table('queues');
comment on table queues is 'Sectors of a company. Tickets wait in a queue, users belong to queues.';
comment on column queues.color is 'Unique in the company, because screens tell queues apart by it.';
comment on column queues.order_queue is 'The place in menus and lists; null comes last.';
comment on column queues.schedules is
  'Opening hours: [{ weekday, weekdayEn, startTime, endTime, … }] with at most two intervals a day.';
comment on column queues.prompt_id is 'The assistant that answers pending tickets of the queue; null: none.';
comment on column queues.integration_id is 'The outside bot that answers pending tickets of the queue; null: none.';

create table queue_options (
  company_id integer not null,
  id integer generated always as identity,
  queue_id integer not null,
  parent_id integer,
  option integer not null check (option > 0),
  title text not null,
  message text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, queue_id, id),
  -- Checked at the end of the statement, so that one statement may renumber siblings.
  unique nulls not distinct (company_id, queue_id, parent_id, option) deferrable,
  check (parent_id <> id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, queue_id, parent_id) references queue_options (company_id, queue_id, id) on delete cascade
);
select protect_company_table('queue_options');
comment on table queue_options is
  'The menu of a queue, as a tree of options. The parent of an option belongs to the same queue.';
comment on column queue_options.parent_id is 'Null: the option is at the top of the menu.';
comment on column queue_options.option is
  'The place among its siblings, and what the customer types: 1, 2, 3 without gaps.';
comment on column queue_options.message is 'What the bot says when the customer chooses the option.';

-- ==================== Assistants and integrations ====================

create table prompts (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  prompt text not null,
  queue_id integer,
  voice text not null,
  voice_region text not null,
  sealed_voice_key text,
  sealed_api_key text,
  max_tokens integer not null,
  temperature double precision not null,
  max_messages integer not null,
  calls integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  last_call_at timestamptz,
  last_failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create index prompts_of_queue on prompts (company_id, queue_id);
select protect_company_table('prompts');
comment on table prompts is 'Assistants: instructions for a language model, and the account with which it answers.';
comment on column prompts.queue_id is
  'The queue to which the assistant hands tickets over; null once that queue is deleted.';
comment on column prompts.sealed_voice_key is 'Encrypted; no endpoint gives it back. `sealed_api_key` likewise.';
comment on column prompts.calls is 'Answered calls. `tokens_in` and `tokens_out` count as the service does.';
comment on column prompts.last_failure is 'Why the last call failed; null when it was answered.';

alter table queues
  add foreign key (company_id, prompt_id) references prompts (company_id, id)
    on delete set null (prompt_id);

create table queue_integrations (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  type text not null check (type in ('dialogflow', 'n8n', 'webhook', 'typebot')),
  name text not null,
  project_name text not null,
  sealed_json_content text,
  sealed_signing_secret text,
  language text not null,
  url text not null,
  typebot_delay_message integer not null,
  typebot_expires integer not null,
  typebot_keyword_finish text not null,
  typebot_keyword_restart text not null,
  typebot_restart_message text not null,
  typebot_slug text not null,
  typebot_unknown_message text not null,
  last_call_at timestamptz,
  last_failure text,
  failures integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
select protect_company_table('queue_integrations');
comment on table queue_integrations is 'Outside bots that answer pending tickets.';
comment on column queue_integrations.sealed_json_content is 'The service account of Dialogflow, encrypted.';
comment on column queue_integrations.sealed_signing_secret is
  'The key that signs our calls, encrypted. The receiver holds the same key.';
comment on column queue_integrations.typebot_delay_message is 'Milliseconds before each message.';
comment on column queue_integrations.typebot_expires is
  'Minutes of silence after which a conversation begins anew; 0: never.';
comment on column queue_integrations.last_failure is 'Why the last call failed; null when it was answered.';
comment on column queue_integrations.failures is
  'Failed calls in a row. At ten the integration pauses until it is saved again.';

alter table queues
  add foreign key (company_id, integration_id) references queue_integrations (company_id, id)
    on delete set null (integration_id);

-- ==================== Connections ====================

create table connections (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  is_default boolean not null default false,
  provider text not null default 'beta',
  greeting_message text not null default '',
  complation_message text not null default '',
  out_of_hours_message text not null default '',
  rating_message text not null default '',
  desired_state text not null default 'link' check (desired_state in ('link', 'new-qr', 'log-out')),
  desired_version integer not null default 1,
  status text not null default 'OPENING'
    check (status in ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED')),
  sealed_qr bytea,
  qr_expires_at timestamptz,
  cause text,
  retries integer not null default 0,
  next_attempt_at timestamptz,
  last_traffic_at timestamptz,
  number text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  status_since timestamptz not null,
  brings_history boolean not null default false,
  history_state text check (history_state in ('none', 'running', 'done')),
  history_messages integer not null default 0,
  history_last_received boolean not null default false,
  send_queue_id integer,
  time_send_queue integer not null default 0 check (time_send_queue >= 0),
  time_use_bot_queues integer not null default 0 check (time_use_bot_queues >= 0),
  max_use_bot_queues integer not null default 3 check (max_use_bot_queues >= 0),
  expires_ticket integer not null default 0 check (expires_ticket >= 0),
  expires_inactive_message text not null default '',
  token_hash bytea,
  token_last_four text,
  token_created_at timestamptz,
  prompt_id integer,
  integration_id integer,
  step text,
  primary key (company_id, id),
  check (num_nulls(token_hash, token_last_four, token_created_at) in (0, 3)),
  foreign key (company_id, send_queue_id) references queues (company_id, id) on delete set null (send_queue_id),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  foreign key (company_id, integration_id) references queue_integrations (company_id, id)
    on delete set null (integration_id)
);
create index connections_by_send_queue on connections (company_id, send_queue_id) where send_queue_id is not null;
create unique index connections_default on connections (company_id) where is_default;
create unique index connections_name on connections (company_id, lower(name));
create index connections_of_integration on connections (company_id, integration_id) where integration_id is not null;
create index connections_of_prompt on connections (company_id, prompt_id) where prompt_id is not null;
create index connections_that_close on connections (company_id, id) where expires_ticket > 0;
-- The timers look only at connections that have one.
create index connections_that_redirect on connections (company_id, id)
  where time_send_queue > 0 and send_queue_id is not null;
select protect_company_table('connections');
comment on table connections is
  'Linked WhatsApp numbers. Admins write what they want (`desired_state`), the process that holds the lease writes '
  'what is (`status` and the columns that describe it). Times of the automation are in minutes; 0 turns it off.';
comment on column connections.is_default is 'The connection of tickets and schedules that name none.';
comment on column connections.provider is 'Always `beta`; existing clients read it.';
comment on column connections.complation_message is 'The farewell of a resolved ticket. The spelling is the wire''s.';
comment on column connections.rating_message is 'The question for a rating; empty: none is asked.';
comment on column connections.desired_state is 'What an admin wants. The sessions process makes it so.';
comment on column connections.desired_version is
  'Raised with each wish of an admin, so that the same wish can be repeated.';
comment on column connections.sealed_qr is 'Encrypted, because it links the number.';
comment on column connections.cause is
  'Why the connection is not connected, as a code. The domain package lists the codes; no check constraint repeats '
  'them.';
comment on column connections.retries is 'Attempts to connect since the last success.';
comment on column connections.last_traffic_at is 'When WhatsApp was last heard of.';
comment on column connections.number is 'The linked phone number; null before linking and after a log-out.';
comment on column connections.status_since is 'Since when `status` has its value.';
comment on column connections.brings_history is 'Chosen at linking: import the history of the phone.';
comment on column connections.history_state is 'Progress of that import; null: this linking imports none.';
comment on column connections.history_messages is 'Messages imported so far.';
comment on column connections.history_last_received is 'The phone has sent the last part of its history.';
comment on column connections.send_queue_id is 'The queue for tickets whose customer chose none; null: none.';
comment on column connections.time_send_queue is
  'After how many minutes without a queue a pending ticket moves to `send_queue_id` (BOT-05).';
comment on column connections.time_use_bot_queues is
  'After how many minutes the menu of queues may be sent again to the same ticket (BOT-04).';
comment on column connections.max_use_bot_queues is 'How often a wrong answer repeats the menu; 0: without limit.';
comment on column connections.expires_ticket is
  'After how many minutes an open ticket whose last message is ours is closed (BOT-06).';
comment on column connections.token_hash is 'Recognises the token of the external API; the token itself is not stored.';
comment on column connections.token_last_four is 'The end of the token, so that people can tell tokens apart.';
comment on column connections.prompt_id is 'The assistant of tickets without a queue; null: none.';
comment on column connections.integration_id is 'The outside bot of tickets without a queue; null: none.';
comment on column connections.step is
  'How far linking is, for the screen; null: no linking runs. `linkingSteps` of the domain package lists the '
  'values.';

create table connection_queues (
  company_id integer not null,
  connection_id integer not null,
  queue_id integer not null,
  primary key (company_id, connection_id, queue_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
create index connection_queues_by_queue on connection_queues (company_id, queue_id);
select protect_company_table('connection_queues');
comment on table connection_queues is 'The queues that a connection offers in its menu.';

create table connection_leases (
  company_id integer not null,
  connection_id integer not null,
  holder text not null,
  token bigint not null,
  expires_at timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select protect_company_table('connection_leases');
comment on table connection_leases is
  'The process that owns a connection. Each commit of its keys checks the token in the same transaction, under a '
  'lock of this row, so that a former owner can''t commit after a new one took over (decision 0008).';
comment on column connection_leases.holder is 'The name of the process.';
comment on column connection_leases.token is 'Rises with each change of the holder.';

create table connection_keys (
  company_id integer not null,
  connection_id integer not null,
  type text not null,
  id text not null,
  value bytea not null,
  updated_at timestamptz not null,
  primary key (company_id, connection_id, type, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select protect_company_table('connection_keys');
comment on table connection_keys is
  'The Signal keys and credentials of a connection. Their holder controls the WhatsApp account.';
comment on column connection_keys.value is 'Encrypted.';

-- ==================== Users and sign-in ====================

create table users (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  profile text not null check (profile in ('user', 'supervisor', 'admin')),
  is_super boolean not null default false,
  all_ticket boolean not null default false,
  default_connection_id integer,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  is_support boolean not null default false,
  has_generated_password boolean not null default false,
  primary key (company_id, id),
  check (not (is_support and is_super)),
  foreign key (company_id, default_connection_id) references connections (company_id, id)
    on delete set null (default_connection_id)
);
create index users_by_name on users (company_id, name, id);
create index users_of_default_connection on users (company_id, default_connection_id)
  where default_connection_id is not null;
create unique index users_support on users (company_id) where is_support;
select protect_company_table('users');
comment on table users is 'People who sign in.';
comment on column users.email is 'Lower case, unique on the whole platform (USER-06).';
comment on column users.is_super is 'The platform''s owner.';
comment on column users.all_ticket is
  'The user also sees tickets without a queue, and pending ones of any queue (decision 0002).';
comment on column users.default_connection_id is
  'The connection of new tickets of this user; null: the company''s default.';
comment on column users.last_seen_at is 'The last sign of life on a socket, to within some seconds; null: never.';
comment on column users.is_support is
  'The user in whose name the platform''s support acts in this company. It never signs in with a password, is in no '
  'list and counts for no limit.';
comment on column users.has_generated_password is
  'The product generated the password (first start, `npm run admin`), and the user has not chosen one yet.';

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
comment on table user_queues is 'The queues to which a user belongs.';

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
-- One session per user: a new sign-in ends the older one.
create unique index sign_in_sessions_living on sign_in_sessions (company_id, user_id) where ended_at is null;
create index sign_in_sessions_of_user on sign_in_sessions (company_id, user_id);
select protect_company_table('sign_in_sessions');
comment on table sign_in_sessions is 'One sign-in of a user on one browser.';
comment on column sign_in_sessions.refresh_hash is 'Hash of the current refresh token.';
comment on column sign_in_sessions.previous_refresh_hash is
  'Hash of the token before. It works for ten seconds, for two tabs that refresh at once; a later use ends the '
  'session.';
comment on column sign_in_sessions.rotated_at is 'When the refresh token last changed.';
comment on column sign_in_sessions.ended_because is 'For the log; null while the session lives.';

create table two_step_logins (
  company_id integer not null,
  user_id integer not null,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_company_table('two_step_logins');
comment on table two_step_logins is 'The second step of signing in, for users who want one (SECURITY A6).';
comment on column two_step_logins.sealed_secret is 'From which the app on the phone computes its codes; encrypted.';
comment on column two_step_logins.confirmed_at is
  'Null: set up but not asked for yet, because no right code was given.';
comment on column two_step_logins.last_step is
  'The time step of the last accepted code, in units of thirty seconds since 1970. It and older codes are refused.';

create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  code_hash bytea not null,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references two_step_logins (company_id, user_id) on delete cascade
);
select protect_company_table('recovery_codes');
comment on table recovery_codes is 'Each replaces a code of the second step once, and is deleted by its use.';

create table failed_logins (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  address text not null,
  at timestamptz not null
);
create index failed_logins_by_address on failed_logins (address, at);
create index failed_logins_by_email on failed_logins (email_hash, at);
grant select, insert, delete on failed_logins to balcao_platform;
comment on table failed_logins is
  'Failed sign-ins, counted per e-mail and per address by the throttle (SECURITY A2). Without a company, because '
  'the e-mail may belong to no user.';

create table signup_attempts (
  id bigint generated always as identity primary key,
  address text not null,
  at timestamptz not null
);
create index signup_attempts_by_address on signup_attempts (address, at);
grant select, insert, delete on signup_attempts to balcao_platform;
comment on table signup_attempts is
  'Sign-ups per address, counted by the throttle (AUTH-27). They have no company yet.';

create table support_visits (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  session_id uuid not null,
  supporter_id integer not null,
  supporter_name text not null,
  reason text not null,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index support_visits_by_supporter on support_visits (supporter_id) where ended_at is null;
create index support_visits_by_user on support_visits (company_id, user_id);
-- One visit at a time: a later one ends it.
create unique index support_visits_open on support_visits (company_id) where ended_at is null;
select protect_company_table('support_visits');
comment on table support_visits is 'Visits of the platform''s support in a company.';
comment on column support_visits.user_id is 'The support user of this company.';
comment on column support_visits.supporter_id is
  'The super user, who belongs to another company; no foreign key for that reason.';
comment on column support_visits.ends_at is 'When the visit ends by itself; `ended_at` is when it ended.';

create table onboardings (
  company_id integer primary key references companies (id) on delete cascade,
  dismissed_at timestamptz not null,
  dismissed_by integer,
  foreign key (company_id, dismissed_by) references users (company_id, id) on delete set null (dismissed_by)
);
create index onboardings_by_user on onboardings (company_id, dismissed_by);
select protect_company_table('onboardings');
comment on table onboardings is 'Companies that dismissed the checklist of their first day.';

create table audit_entries (
  company_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null,
  act text not null,
  user_id integer,
  user_name text,
  address text,
  subject_id bigint,
  subject_name text,
  detail jsonb not null default '{}',
  primary key (company_id, id)
);
create index audit_entries_by_act on audit_entries (company_id, act, at, id);
create index audit_entries_by_time on audit_entries (company_id, at, id);
create index audit_entries_by_user on audit_entries (company_id, user_id, at, id);
create index audit_entries_over_all on audit_entries (at, id);
create index audit_entries_over_all_by_act on audit_entries (act, at, id);
select protect_company_table('audit_entries');
revoke update, delete on audit_entries from balcao_app;
revoke update on audit_entries from balcao_platform;
comment on table audit_entries is
  'The audit trail. Append only: the grants refuse changes, and only the housekeeping of the platform deletes old '
  'rows. Without foreign keys, because entries outlive companies and users.';
comment on column audit_entries.act is 'A name of `auditActs` of the domain package.';
comment on column audit_entries.user_id is 'Null: the system acted, or no user was signed in.';
comment on column audit_entries.user_name is 'The name at that time. `subject_name` likewise.';
comment on column audit_entries.subject_id is 'What was acted on; `act` says of which kind it is.';

-- ==================== Contacts ====================

create table contacts (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  uuid uuid not null,
  name text not null,
  name_source text not null check (name_source in ('typed', 'subject', 'phone-book', 'business', 'push', 'stand-in')),
  number text not null default '',
  email text not null default '',
  is_group boolean not null default false,
  extra_info jsonb not null default '[]',
  picture_key text,
  picture_checked_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_plain text generated always as (plain_text(name)) stored,
  primary key (company_id, id)
);
create index contacts_by_creation on contacts (company_id, created_at);
create index contacts_by_name on contacts (company_id, name, id) where removed_at is null;
-- The sweep of files asks which files a row names.
create index contacts_by_picture on contacts (company_id, picture_key) where picture_key is not null;
-- Admins see soft-deleted contacts, to export and erase their data.
create index contacts_removed on contacts (company_id, name, id) where removed_at is not null;
create unique index contacts_uuid on contacts (company_id, uuid);
-- A short pending list, because each search reads it from end to end.
create index contacts_words on contacts using gin (company_id, name_plain gin_trgm_ops, number gin_trgm_ops)
  with (gin_pending_list_limit = 256);
select protect_company_table('contacts');
comment on table contacts is 'Customers and groups.';
comment on column contacts.name_source is
  'Where the name comes from, which decides what may replace it (packages/domain/src/contact-name.ts). `stand-in` '
  'is a fallback name.';
comment on column contacts.number is 'Digits for display; empty while only the LID is known.';
comment on column contacts.extra_info is '[{ name, value }]: fields that people of the company add.';
comment on column contacts.picture_key is 'The stored profile picture; null: none.';
comment on column contacts.picture_checked_at is 'When WhatsApp was last asked for the picture.';
comment on column contacts.removed_at is
  'When the contact was soft-deleted: it leaves the lists, its history stays (CONTACT-16). Null: listed.';
comment on column contacts.name_plain is 'What searches compare with: without case and accents.';

create table contact_addresses (
  company_id integer not null,
  kind text not null check (kind in ('phone', 'lid', 'group')),
  value text not null,
  contact_id integer not null,
  primary key (company_id, kind, value),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_addresses_by_contact on contact_addresses (company_id, contact_id);
select protect_company_table('contact_addresses');
comment on table contact_addresses is 'The addresses by which WhatsApp knows a contact.';
comment on column contact_addresses.value is 'A phone number is in its canonical spelling (Brazil''s ninth digit).';

create table reported_names (
  company_id integer not null references companies (id) on delete cascade,
  kind text not null check (kind in ('phone', 'lid', 'group')),
  value text not null,
  name text not null,
  source text not null check (source in ('subject', 'phone-book', 'business')),
  reported_at timestamptz not null,
  primary key (company_id, kind, value)
);
select protect_company_table('reported_names');
comment on table reported_names is
  'Names that the phone book of the phone or WhatsApp''s register of businesses gave for an address. They name '
  'contacts that have not written yet.';

create table contact_counter_deltas (
  company_id integer not null references companies (id) on delete cascade,
  day date not null,
  id bigint generated always as identity,
  created integer not null,
  listed integer not null,
  is_compacted boolean not null default false,
  primary key (company_id, day, id)
);
select protect_company_table('contact_counter_deltas');
comment on table contact_counter_deltas is
  'How many contacts were created and are listed, per day: for the leads of the dashboard and the `count` of lists. '
  'Each change appends a row, so that no two acts wait for one counter; a job compacts long days into sums. The '
  'triggers in functions/contact-counter-deltas.sql write it.';
comment on column contact_counter_deltas.day is 'A day of UTC, because companies may change their time zone.';
comment on column contact_counter_deltas.created is
  'Change of the number of contacts created on the day; negative for deletions and merges.';
comment on column contact_counter_deltas.listed is 'Change of the number of those that are not soft-deleted.';
comment on column contact_counter_deltas.is_compacted is 'A sum of many rows; false: a single change.';

-- ==================== Tickets ====================

create table tickets (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  uuid uuid not null,
  contact_id integer not null,
  connection_id integer,
  queue_id integer,
  user_id integer,
  status text not null check (status in ('pending', 'open', 'closed')),
  is_group boolean not null,
  unread integer not null default 0,
  last_message text not null default '',
  last_message_id bigint,
  last_message_from_me boolean not null default false,
  last_message_ack smallint not null default 0,
  waiting_since timestamptz,
  chatbot boolean not null default false,
  use_integration boolean not null default false,
  prompt_id integer,
  integration_id integer,
  created_at timestamptz not null,
  last_at timestamptz not null,
  version integer not null default 1,
  is_history boolean not null default false,
  last_message_failed boolean not null default false,
  unqueued_since timestamptz,
  words_forgotten_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  foreign key (company_id, integration_id) references queue_integrations (company_id, id)
    on delete set null (integration_id)
);
create index tickets_counts on tickets (company_id, status, queue_id, user_id);
create index tickets_idle on tickets (company_id, connection_id, last_at)
  where status = 'open' and last_message_from_me and not is_group;
-- Pages far down skip rows in the index alone; the included columns decide about the right to read.
create index tickets_list on tickets (company_id, status, last_at, id) include (queue_id, user_id);
-- One live ticket per contact under concurrent messages (TICKET-34).
create unique index tickets_live on tickets (company_id, contact_id) where status in ('pending', 'open');
create index tickets_of_contact on tickets (company_id, contact_id, id);
create index tickets_of_history on tickets (company_id, contact_id) where is_history;
create index tickets_of_integration on tickets (company_id, integration_id) where integration_id is not null;
create index tickets_of_prompt on tickets (company_id, prompt_id) where prompt_id is not null;
create index tickets_of_user on tickets (company_id, user_id, status);
-- The hourly job finds tickets whose time is over, however many are kept or forgotten already.
create index tickets_to_forget on tickets (company_id, last_at)
  where status = 'closed' and (words_forgotten_at is null or words_forgotten_at < last_at);
-- The timers start at each connection that has one, and read what is due, oldest first.
create index tickets_unqueued on tickets (company_id, connection_id, unqueued_since) where unqueued_since is not null;
create unique index tickets_uuid on tickets (company_id, uuid);
select protect_company_table('tickets');
comment on table tickets is 'Conversations with a contact, each until it is resolved.';
comment on column tickets.uuid is 'The ticket''s name in addresses of pages.';
comment on column tickets.user_id is 'The owner; null until a user accepts the ticket.';
comment on column tickets.unread is 'Messages of the customer that no user has read.';
comment on column tickets.last_message is 'Text, id, direction and ack of the newest message, for lists.';
comment on column tickets.waiting_since is
  'Time of the customer''s first message without an answer by a person or bot; null: nothing waits.';
comment on column tickets.chatbot is 'A menu answers the ticket.';
comment on column tickets.use_integration is
  'An assistant or outside bot answers the ticket, named by `prompt_id` or `integration_id`.';
comment on column tickets.last_at is 'Time of the last message or act, by which lists sort.';
comment on column tickets.version is 'Rises with each change. Clients ignore events that are not newer.';
comment on column tickets.is_history is 'Imported from the phone''s history: closed, and outside all figures.';
comment on column tickets.last_message_failed is 'The last message could not be sent.';
comment on column tickets.unqueued_since is
  'Since when the ticket is pending without a queue (BOT-05). The trigger in functions/note-unqueued-ticket.sql '
  'writes it. The ticket''s age does not serve: a customer may return to the menu of queues.';
comment on column tickets.words_forgotten_at is
  'When the texts were deleted, in companies that keep conversations for some months only (SECURITY O5). Null: '
  'never.';

create table ticket_events (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  kind text not null
    check (kind in ('created', 'queued', 'accepted', 'returned', 'transferred', 'closed', 'reopened', 'rated')),
  at timestamptz not null,
  user_id integer,
  queue_id integer,
  seconds integer,
  rating smallint check (rating between 1 and 3),
  by_user_id integer,
  connection_id integer,
  is_outbound boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, by_user_id) references users (company_id, id) on delete set null (by_user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id)
);
create index ticket_events_by_whom on ticket_events (company_id, by_user_id) where by_user_id is not null;
create index ticket_events_created on ticket_events (company_id, at) where kind = 'created';
create index ticket_events_of_connection on ticket_events (company_id, connection_id) where connection_id is not null;
create index ticket_events_of_queue on ticket_events (company_id, queue_id) where queue_id is not null;
create index ticket_events_of_ticket on ticket_events (company_id, ticket_id, id);
create index ticket_events_of_user on ticket_events (company_id, user_id) where user_id is not null;
select protect_company_table('ticket_events');
comment on table ticket_events is 'The history of tickets: lines in the conversation, and the source of all figures.';
comment on column ticket_events.user_id is 'The owner after the event; null: none.';
comment on column ticket_events.queue_id is 'The queue after the event; null: none.';
comment on column ticket_events.seconds is
  'Of the first `accepted`: the wait since the ticket was created. Of `closed`: the attendance since the last '
  '`accepted` or `reopened`. Null otherwise.';
comment on column ticket_events.rating is 'Of `rated`: 1 to 3.';
comment on column ticket_events.by_user_id is 'Who did it; null: the system or the customer.';
comment on column ticket_events.connection_id is 'Of a transfer to another connection: that one.';
comment on column ticket_events.is_outbound is
  'Of `created`: a campaign, a schedule or the external API opened the ticket.';

create table ticket_handovers (
  company_id integer not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  ticket_id integer not null,
  by_user_id integer not null,
  to_user_id integer,
  at timestamptz not null,
  is_seen boolean not null,
  before_status text not null check (before_status in ('pending', 'open')),
  before_user_id integer,
  before_queue_id integer,
  before_connection_id integer,
  primary key (company_id, id),
  unique (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, by_user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, to_user_id) references users (company_id, id) on delete cascade
);
create index ticket_handovers_by_whom on ticket_handovers (company_id, by_user_id);
create index ticket_handovers_to_whom on ticket_handovers (company_id, to_user_id) where to_user_id is not null;
select protect_company_table('ticket_handovers');
comment on table ticket_handovers is
  'The latest transfer of a ticket by a person: what undoing it restores, and what the bell of the receiver lists.';
comment on column ticket_handovers.to_user_id is 'Null: into a queue, for all its users.';
comment on column ticket_handovers.is_seen is 'The receiver opened the ticket or marked the line in the bell.';
comment on column ticket_handovers.before_status is
  'The ticket before the transfer. Without foreign keys: undoing checks that these rows still exist.';

create table ticket_merges (
  company_id integer not null,
  ticket_id integer not null,
  uuid uuid not null,
  into_ticket_id integer not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, into_ticket_id) references tickets (company_id, id) on delete cascade
);
create index ticket_merges_into on ticket_merges (company_id, into_ticket_id);
create unique index ticket_merges_uuid on ticket_merges (company_id, uuid);
select protect_company_table('ticket_merges');
comment on table ticket_merges is
  'Tickets that were merged into another one, for callers that still hold their id or address.';
comment on column ticket_merges.ticket_id is 'The ticket that no longer exists.';

create table ticket_counter_deltas (
  company_id integer not null references companies (id) on delete cascade,
  status text not null,
  id bigint generated always as identity,
  queue_id integer,
  user_id integer,
  is_unread boolean not null,
  tickets integer not null,
  is_compacted boolean not null default false,
  primary key (company_id, status, id)
);
select protect_company_table('ticket_counter_deltas');
comment on table ticket_counter_deltas is
  'How many tickets have which status, queue and owner: for badges and the `count` of lists. Each change of a '
  'ticket appends a row that subtracts and one that adds, so that no two acts wait for one counter; a job compacts '
  'many rows into sums. The triggers in functions/ticket-counter-deltas.sql write it.';
comment on column ticket_counter_deltas.tickets is '1, -1, or the sum of a compacted row.';
comment on column ticket_counter_deltas.is_compacted is 'A sum of many rows; false: a single change.';

create table tags (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  color text not null,
  kanban boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  user_id integer,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index tags_name on tags (company_id, lower(name));
create index tags_of_user on tags (company_id, user_id) where user_id is not null;
select protect_company_table('tags');
comment on table tags is 'Coloured words on tickets.';
comment on column tags.kanban is 'The tag is a lane of the kanban board.';
comment on column tags.user_id is 'Who made the tag; null once that account is deleted.';

create table ticket_tags (
  company_id integer not null,
  ticket_id integer not null,
  tag_id integer not null,
  primary key (company_id, ticket_id, tag_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);
create index ticket_tags_by_tag on ticket_tags (company_id, tag_id);
select protect_company_table('ticket_tags');
comment on table ticket_tags is 'The tags of a ticket.';

create table ticket_notes (
  company_id integer not null,
  id integer generated always as identity,
  ticket_id integer not null,
  contact_id integer not null,
  user_id integer,
  note text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mentions jsonb not null default '[]',
  above_id bigint,
  handover_id bigint,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, handover_id) references ticket_handovers (company_id, id) on delete set null (handover_id)
);
create index ticket_notes_of_contact on ticket_notes (company_id, contact_id, id);
create index ticket_notes_of_handover on ticket_notes (company_id, handover_id) where handover_id is not null;
create index ticket_notes_of_ticket on ticket_notes (company_id, ticket_id, id);
create index ticket_notes_of_user on ticket_notes (company_id, user_id) where user_id is not null;
select protect_company_table('ticket_notes');
comment on table ticket_notes is 'What colleagues write about a ticket.';
comment on column ticket_notes.user_id is 'The author; null once that account is deleted.';
comment on column ticket_notes.mentions is '[{ id, name }]: the named colleagues, with the names in the text.';
comment on column ticket_notes.above_id is
  'The newest message when the note was written; the note is shown below it. Without a foreign key, so that the '
  'place remains when the message is deleted or the ticket merged.';
comment on column ticket_notes.handover_id is 'Of a note for the receiver of a transfer: that transfer.';

create table unseen_mentions (
  company_id integer not null references companies (id) on delete cascade,
  user_id integer not null,
  note_id integer not null,
  primary key (company_id, user_id, note_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, note_id) references ticket_notes (company_id, id) on delete cascade
);
create index unseen_mentions_of_note on unseen_mentions (company_id, note_id);
select protect_company_table('unseen_mentions');
comment on table unseen_mentions is 'Users whom a note names and who have not seen it yet.';

-- ==================== Messages ====================

create table messages (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  contact_id integer not null,
  author_contact_id integer,
  user_id integer,
  connection_id integer,
  whatsapp_id text,
  client_id uuid,
  body text not null,
  from_me boolean not null,
  ack smallint not null default 0 check (ack between 0 and 5),
  failure text,
  is_read boolean not null,
  media_type text,
  media jsonb,
  sealed_media_reference bytea,
  quoted_id bigint,
  is_deleted boolean not null default false,
  is_automatic boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  edited_at timestamptz,
  is_view_once boolean not null default false,
  location jsonb,
  refused_change text check (refused_change in ('edit', 'reaction', 'deletion')),
  -- A location begins with its picture, up to the first bar.
  body_plain text generated always as
    (plain_text(case when media_type = 'locationMessage' then substr(body, strpos(body, '|') + 1) else body end)) stored,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  link_preview jsonb,
  origin text,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, author_contact_id) references contacts (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, quoted_id) references messages (company_id, id) on delete set null (quoted_id)
);
create index messages_by_compatible_file on messages (company_id, (media ->> 'compatibleKey'))
  where media ->> 'compatibleKey' is not null;
-- The sweep of files asks which files a row names. Messages without a file are in none of these indexes.
create index messages_by_file on messages (company_id, (media ->> 'key')) where media ->> 'key' is not null;
create index messages_by_thumbnail on messages (company_id, (media ->> 'thumbnailKey'))
  where media ->> 'thumbnailKey' is not null;
create index messages_by_whatsapp_file on messages (company_id, (media ->> 'whatsappKey'))
  where media ->> 'whatsappKey' is not null;
create unique index messages_client_id on messages (company_id, client_id);
-- Merging contacts and personal data exports read what a contact wrote in groups.
create index messages_of_author on messages (company_id, author_contact_id, id) where author_contact_id is not null;
create index messages_of_connection on messages (company_id, connection_id) where connection_id is not null;
create index messages_of_contact on messages (company_id, contact_id, id);
create index messages_of_ticket on messages (company_id, ticket_id, id);
create index messages_of_user on messages (company_id, user_id) where user_id is not null;
create index messages_quoting on messages (company_id, quoted_id) where quoted_id is not null;
-- Stored once, however often it is delivered. WhatsApp's ids are unique within a chat and author.
create unique index messages_whatsapp_id
  on messages (company_id, whatsapp_id, contact_id, from_me, (coalesce(author_contact_id, 0)));
-- Files that came while the company had no room. They are fetched when it has room again.
create index messages_without_room on messages (company_id, id) where media ->> 'state' = 'no-room';
-- A short pending list, because each search reads it from end to end.
create index messages_words on messages using gin (company_id, body_plain gin_trgm_ops)
  with (gin_pending_list_limit = 256);
select protect_company_table('messages');
comment on table messages is
  'Messages of conversations. Ids of imported history are negative, so that the order of ids is the order of '
  'reading.';
comment on column messages.contact_id is 'The contact of the conversation: in groups, the group.';
comment on column messages.author_contact_id is 'Who wrote it within a group; null outside groups and for ours.';
comment on column messages.user_id is 'Who of us wrote it; null: the customer, the phone or the system.';
comment on column messages.whatsapp_id is 'Given by WhatsApp, or reserved by us before sending.';
comment on column messages.client_id is 'The browser''s name for the message. A repeated request carries the same one.';
comment on column messages.ack is '0 waiting, 1 sent, 2 delivered, 3 read, 4 and 5 played. It only rises.';
comment on column messages.failure is 'Code of the reason why it can''t be sent; null: it may still be sent, or was.';
comment on column messages.media is
  '{ state, mimetype, fileName, sizeBytes, seconds, width, height, key, thumbnailKey, … }; null without a file.';
comment on column messages.sealed_media_reference is
  'Where and how to fetch the file; encrypted, because it holds the file''s key.';
comment on column messages.is_automatic is 'The origin is `bot` or `automatic`: no person wrote it for this moment.';
comment on column messages.edited_at is
  'When its author last corrected it, by the author''s clock: an older correction is ignored.';
comment on column messages.location is
  'Of a location of ours, what the phone gets: { latitude, longitude, name, address }.';
comment on column messages.refused_change is 'Our last change of it that WhatsApp refused for good.';
comment on column messages.body_plain is
  'What searches compare with: without case and accents, and of a place its words without the picture before them.';
comment on column messages.sent_at is
  'When WhatsApp had the message. `delivered_at`, `read_at`, `played_at` follow. In no index, because acks are '
  'many.';
comment on column messages.link_preview is
  '{ url, title, description } of the page behind a link, as the sender''s phone gave it; null for almost all.';
comment on column messages.origin is
  'What wrote a message of ours; null: it came in, or is older than the column. `messageOrigins` of the domain '
  'package lists the values; no check constraint repeats them.';

create table message_reactions (
  company_id integer not null,
  id bigint generated always as identity,
  message_id bigint not null,
  contact_id integer,
  user_id integer,
  emoji text not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index message_reactions_of_contact on message_reactions (company_id, contact_id) where contact_id is not null;
create index message_reactions_of_user on message_reactions (company_id, user_id) where user_id is not null;
create unique index message_reactions_one_each on message_reactions (company_id, message_id, (coalesce(contact_id, 0)));
select protect_company_table('message_reactions');
comment on table message_reactions is 'Emojis on messages, at most one per person.';
comment on column message_reactions.contact_id is 'Who reacted; null: our company, which is one person to WhatsApp.';
comment on column message_reactions.user_id is 'Who of us reacted; null: the customer or the phone.';
comment on column message_reactions.emoji is 'Empty: the reaction was removed.';
comment on column message_reactions.at is 'By the clock of the person who reacted: an older reaction is ignored.';

create sequence history_places maxvalue 999999 cycle;
comment on sequence history_places is
  'Orders imported messages of the same second. Their ids are negative numbers that begin with the time.';
-- An import numbers messages in its own statement.
grant usage on sequence history_places, messages_id_seq to balcao_app;

-- ==================== WhatsApp in and out ====================

create table inbound_events (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  key text not null,
  chat text not null,
  partition smallint not null,
  content bytea not null,
  needs_acknowledgement boolean not null,
  done_at timestamptz,
  attempts smallint not null default 0,
  dead_because text,
  received_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, connection_id, key),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
-- Dead letters that wait for an admin, a few in a table of many.
create index inbound_events_dead on inbound_events (company_id, id) where dead_because is not null and done_at is null;
create index inbound_events_done on inbound_events (company_id, done_at);
create index inbound_events_unacknowledged on inbound_events (company_id, connection_id, id)
  where needs_acknowledgement;
create index inbound_events_waiting on inbound_events (company_id, connection_id, partition, id)
  where done_at is null and dead_because is null;
select protect_company_table('inbound_events');
comment on table inbound_events is
  'What WhatsApp said. A row is stored in the transaction that moves the Signal keys, before the receipt is sent '
  '(decision 0010). Rows that are done are deleted after a while.';
comment on column inbound_events.key is
  'Names the event within its connection, so that a repeated delivery is stored once.';
comment on column inbound_events.partition is
  'Events of one partition are handled in order. A chat always has the same partition.';
comment on column inbound_events.content is 'Encrypted.';
comment on column inbound_events.needs_acknowledgement is
  'Baileys has yet to finish the event. After a crash the driver hands it these events again. Until then the row '
  'stays.';
comment on column inbound_events.dead_because is
  'The reason of the last failure, for admins: the event is a dead letter. Null: it waits or is done.';

create table early_changes (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  whatsapp_id text not null,
  from_me boolean not null,
  chat text not null,
  inbound jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index early_changes_of_chat on early_changes (company_id, connection_id, chat, id);
create index early_changes_of_message on early_changes (company_id, connection_id, whatsapp_id, from_me);
create index early_changes_old on early_changes (created_at);
select protect_company_table('early_changes');
comment on table early_changes is
  'Corrections and deletions that came before their message. They wait for it, for a day at most.';
comment on column early_changes.chat is
  'The address of the conversation as received. Each chat has a limit of its own, so that one can''t use up the '
  'space of others.';
comment on column early_changes.inbound is 'The change as received.';

create table outbox (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  contact_id integer not null,
  kind text not null check (kind in ('message', 'deletion', 'read', 'edit', 'reaction')),
  message_id bigint,
  payload jsonb,
  priority smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  change_id text
    constraint outbox_change_id_check check (change_id is not null or kind not in ('edit', 'reaction', 'deletion')),
  begun_at timestamptz,
  has_file boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
-- A campaign checks what it has in the outbox before it adds the next contact.
create index outbox_bulk on outbox (company_id, connection_id) where priority > 0 and state in ('waiting', 'sending');
create index outbox_changes on outbox (company_id, connection_id, change_id) where change_id is not null;
create index outbox_of_message on outbox (company_id, message_id);
create index outbox_open on outbox (company_id, connection_id, contact_id, id) where state in ('waiting', 'sending');
select protect_company_table('outbox');
comment on table outbox is 'What still has to reach WhatsApp. All sending enters here.';
comment on column outbox.contact_id is 'Items of one conversation are sent in order, conversations side by side.';
comment on column outbox.payload is 'Of `read`: the WhatsApp ids that were read.';
comment on column outbox.priority is '0, or 1 for campaigns, which wait for everything else.';
comment on column outbox.change_id is
  'The WhatsApp id reserved for a correction, reaction or deletion; its message has another.';
comment on column outbox.begun_at is 'When sending first began: from then on the item may be on the customer''s phone.';
comment on column outbox.has_file is
  'The file is uploaded before the message, while texts of other conversations are sent.';

-- ==================== Reception and bots ====================

create table bot_conversations (
  company_id integer not null references companies (id) on delete cascade,
  contact_id integer not null,
  ticket_id integer,
  stage text check (stage in ('queues', 'options', 'ended')),
  option_id integer,
  invalid_answers integer not null default 0,
  menu_at timestamptz,
  is_taken_over boolean not null default false,
  out_of_hours_at timestamptz,
  rating_ticket_id integer,
  rating_asked_at timestamptz,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id),
  foreign key (company_id, option_id) references queue_options (company_id, id) on delete set null (option_id),
  foreign key (company_id, rating_ticket_id) references tickets (company_id, id) on delete set null (rating_ticket_id)
);
create index bot_conversations_at_option on bot_conversations (company_id, option_id) where option_id is not null;
create index bot_conversations_of_ticket on bot_conversations (company_id, ticket_id) where ticket_id is not null;
create index bot_conversations_to_rate on bot_conversations (company_id, rating_ticket_id)
  where rating_ticket_id is not null;
select protect_company_table('bot_conversations');
comment on table bot_conversations is
  'What the bot has said to a contact, and how far the bot is in the contact''s live ticket.';
comment on column bot_conversations.ticket_id is
  'The ticket of stage, option and counts; they mean nothing for another one.';
comment on column bot_conversations.option_id is
  'The option whose children the customer may choose from; null: the top of the queue''s menu.';
comment on column bot_conversations.menu_at is 'When the menu was last sent.';
comment on column bot_conversations.is_taken_over is 'A person answered the ticket on the phone.';
comment on column bot_conversations.out_of_hours_at is 'When the message about opening hours was last sent.';
comment on column bot_conversations.rating_ticket_id is 'The closed ticket for which a rating was last asked.';

create table bot_talks (
  company_id integer not null,
  ticket_id integer not null,
  answered_id bigint,
  session text,
  session_at timestamptz,
  tries integer not null default 0,
  transcripts jsonb not null default '{}',
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
select protect_company_table('bot_talks');
comment on table bot_talks is 'How far an assistant or outside bot is in the conversation of a pending ticket.';
comment on column bot_talks.answered_id is 'The customer''s last answered message; null: none yet.';
comment on column bot_talks.session is 'The outside bot''s name for the conversation; `session_at` is its last use.';
comment on column bot_talks.tries is 'Failed calls for the next message.';
comment on column bot_talks.transcripts is 'Texts of voice notes, by message id.';

-- ==================== Search ====================

create table search_samples (
  company_id integer primary key references companies (id) on delete cascade,
  drawn_at timestamptz not null,
  words text,
  size integer not null,
  messages integer not null
);
select protect_company_table('search_samples');
comment on table search_samples is
  'A sample of the messages of one company. `search_tickets` counts words in it to choose its plan (decision 0026). '
  'A job draws it anew.';
comment on column search_samples.words is
  'The sampled messages, one per line; null while the company has none. Stored without compression, because each '
  'search reads it.';
comment on column search_samples.size is 'How many messages the sample holds.';
comment on column search_samples.messages is 'About how many messages the company has.';

alter table search_samples alter column words set storage external;

-- The role of the search functions (functions/search-*.sql) reads these five tables and writes nothing.
grant select on tickets, messages, contacts, ticket_tags, search_samples to balcao_searcher;
create policy of_search on tickets for select to balcao_searcher using (true);
create policy of_search on messages for select to balcao_searcher using (true);
create policy of_search on contacts for select to balcao_searcher using (true);
create policy of_search on ticket_tags for select to balcao_searcher using (true);
create policy of_search on search_samples for select to balcao_searcher using (true);

-- ==================== Figures ====================

create table daily_figures (
  company_id integer not null references companies (id) on delete cascade,
  day date not null,
  user_id integer not null,
  finished integer not null,
  attended_seconds bigint not null,
  attendances integer not null,
  waited_seconds bigint not null,
  waits integer not null,
  ratings_sum integer not null,
  ratings integer not null,
  primary key (company_id, day, user_id)
);
select protect_company_table('daily_figures');
comment on table daily_figures is 'Sums of ticket events per day and user, for the dashboard.';
comment on column daily_figures.day is 'A day of the time zone that the company had when it was summed.';
comment on column daily_figures.user_id is '0: no owner.';

create table figures_kept (
  company_id integer primary key references companies (id) on delete cascade,
  event_id bigint not null
);
select protect_company_table('figures_kept');
comment on table figures_kept is 'How far `daily_figures` goes.';
comment on column figures_kept.event_id is 'The newest ticket event in the sums. Reading a figure adds the later ones.';

-- ==================== Quick messages, schedules, file lists ====================

create table quick_messages (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  user_id integer,
  shortcode text not null,
  message text not null,
  is_shared boolean not null default false,
  media jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  status boolean not null default true,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index quick_messages_by_file on quick_messages (company_id, (media ->> 'key')) where media ->> 'key' is not null;
create index quick_messages_of_user on quick_messages (company_id, user_id, lower(shortcode));
create index quick_messages_shared on quick_messages (company_id, lower(shortcode)) where is_shared;
select protect_company_table('quick_messages');
comment on table quick_messages is 'Kept answers under a shortcode.';
comment on column quick_messages.user_id is 'The author; a shared answer stays when that account is deleted.';
comment on column quick_messages.shortcode is 'Without the leading slash.';
comment on column quick_messages.is_shared is 'All users of the company see it; false: only its author.';
comment on column quick_messages.media is '{ key, fileName, mimetype, mediaType, sizeBytes, … }; null without a file.';
comment on column quick_messages.status is 'A field of the specification without a stated effect; stored as sent.';

create table schedules (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  contact_id integer not null,
  user_id integer,
  connection_id integer,
  body text not null,
  media jsonb,
  send_at timestamptz not null,
  status text not null default 'PENDENTE' check (status in ('PENDENTE', 'SAINDO', 'ENVIADA', 'ERRO')),
  due_at timestamptz not null,
  attempts smallint not null default 0,
  sent_at timestamptz,
  failure text,
  message_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  handed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index schedules_by_file on schedules (company_id, (media ->> 'key')) where media ->> 'key' is not null;
create index schedules_due on schedules (due_at) where status = 'PENDENTE';
create index schedules_leaving on schedules (handed_at) where status = 'SAINDO';
create index schedules_of_connection on schedules (company_id, connection_id) where connection_id is not null;
create index schedules_of_contact on schedules (company_id, contact_id, id);
create index schedules_of_message on schedules (company_id, message_id) where message_id is not null;
create index schedules_of_user on schedules (company_id, user_id, id) where user_id is not null;
select protect_company_table('schedules');
comment on table schedules is 'Messages that are written now and sent later.';
comment on column schedules.user_id is 'The author; null once that account is deleted.';
comment on column schedules.connection_id is
  'The chosen connection; null: the company''s default at the time of sending.';
comment on column schedules.media is
  '{ key, fileName, mimetype, mediaType, sizeBytes, width, height }; null without a file.';
comment on column schedules.status is
  'PENDENTE until `send_at`, SAINDO until WhatsApp''s server has the message, then ENVIADA, or ERRO.';
comment on column schedules.due_at is 'When the next attempt is made: `send_at`, or later after a passing failure.';
comment on column schedules.failure is 'Code of the reason of ERRO.';
comment on column schedules.message_id is 'The message that it became.';
comment on column schedules.handed_at is 'When its message was stored in the outbox, or stored again.';

create table file_lists (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  message text not null,
  user_id integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index file_lists_by_name on file_lists (company_id, lower(name));
create index file_lists_of_user on file_lists (company_id, user_id) where user_id is not null;
select protect_company_table('file_lists');
comment on table file_lists is
  'Named lists of files that are sent together, after the message of a campaign for example.';
comment on column file_lists.user_id is 'The author; null once that account is deleted.';

create table file_list_options (
  company_id integer not null,
  id integer generated always as identity,
  file_list_id integer not null,
  place integer not null,
  name text not null,
  media jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete cascade
);
create index file_list_options_by_file on file_list_options (company_id, (media ->> 'key'))
  where media ->> 'key' is not null;
create index file_list_options_of_list on file_list_options (company_id, file_list_id, place);
select protect_company_table('file_list_options');
comment on table file_list_options is 'The files of a list.';
comment on column file_list_options.place is 'The order of sending.';
comment on column file_list_options.media is
  '{ key, fileName, mimetype, mediaType, sizeBytes }; null until the file is uploaded.';

-- ==================== Internal chat ====================

create table chats (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  uuid uuid not null,
  title text not null,
  owner_id integer,
  direct_pair text,
  last_message text not null default '',
  message_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, direct_pair),
  unique (company_id, uuid),
  foreign key (company_id, owner_id) references users (company_id, id) on delete set null (owner_id)
);
create index chats_of_owner on chats (company_id, owner_id, created_at);
select protect_company_table('chats');
comment on table chats is 'Conversations of colleagues.';
comment on column chats.owner_id is
  'Who may change and delete the chat. Another member follows when that account is deleted.';
comment on column chats.direct_pair is
  'The two ids of a direct chat, the lower one first, so that two people have one chat. Null: a group.';
comment on column chats.updated_at is 'Time of the last message, or of the last change of title or members.';

create table chat_members (
  company_id integer not null references companies (id) on delete cascade,
  chat_id integer not null,
  user_id integer not null,
  unreads integer not null default 0,
  is_mentioned boolean not null default false,
  joined_at timestamptz not null,
  primary key (company_id, chat_id, user_id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index chat_members_of_user on chat_members (company_id, user_id);
select protect_company_table('chat_members');
comment on table chat_members is 'The members of a chat.';
comment on column chat_members.unreads is 'Messages that the member has not read.';
comment on column chat_members.is_mentioned is 'One of the unread messages names the member.';

create table chat_messages (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  chat_id integer not null,
  sender_id integer,
  client_id uuid not null,
  message text not null,
  media jsonb,
  mentions jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, sender_id) references users (company_id, id) on delete set null (sender_id)
);
create index chat_messages_by_file on chat_messages (company_id, (media ->> 'key')) where media ->> 'key' is not null;
create index chat_messages_of_chat on chat_messages (company_id, chat_id, id);
create index chat_messages_of_sender on chat_messages (company_id, sender_id, created_at);
create unique index chat_messages_once on chat_messages (company_id, chat_id, sender_id, client_id);
select protect_company_table('chat_messages');
comment on table chat_messages is 'Messages of chats.';
comment on column chat_messages.sender_id is 'Null once that account is deleted.';
comment on column chat_messages.client_id is
  'The browser''s name for the message. A repeated request carries the same one.';
comment on column chat_messages.media is
  '{ key, fileName, mimetype, mediaType, sizeBytes, width, height }; null without a file.';
comment on column chat_messages.mentions is '[{ id, name }]: the named colleagues, with the names in the text.';

-- ==================== Contact imports and contact lists ====================

create table contact_imports (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  user_id integer,
  source text not null check (source in ('file', 'phone-book')),
  file_name text not null,
  state text not null check (state in ('preview', 'running', 'done', 'cancelled', 'failed')),
  has_header boolean not null,
  columns jsonb not null,
  targets text[] not null,
  row_count integer not null,
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
comment on table contact_imports is
  'Imports of contacts from a file or the phone''s phone book. They are deleted after a month with their rows.';
comment on column contact_imports.user_id is 'Who imported; null once that account is deleted.';
comment on column contact_imports.has_header is 'The first row holds titles.';
comment on column contact_imports.columns is '[{ title, samples }]: what the preview shows.';
comment on column contact_imports.targets is 'For each column, the field that it fills.';
comment on column contact_imports.done_place is 'Rows after this place wait.';

create table contact_import_rows (
  company_id integer not null,
  import_id integer not null,
  place integer not null,
  row_number integer not null,
  cells jsonb not null,
  outcome text check (outcome in ('created', 'known', 'noNumber', 'wrongNumber', 'wrongName', 'wrongEmail')),
  phone text,
  primary key (company_id, import_id, place),
  foreign key (company_id, import_id) references contact_imports (company_id, id) on delete cascade
);
create index contact_import_rows_of_phone on contact_import_rows (company_id, phone) where phone is not null;
select protect_company_table('contact_import_rows');
comment on table contact_import_rows is 'The rows of an import and their outcomes, for its report.';
comment on column contact_import_rows.row_number is 'As the spreadsheet counts.';
comment on column contact_import_rows.phone is
  'In its canonical spelling, by which erasing a person''s data finds the row.';

create table contact_lists (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  item_count integer not null default 0,
  valid_count integer not null default 0,
  invalid_count integer not null default 0,
  due_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create index contact_lists_by_name on contact_lists (company_id, plain_text(name), id);
select protect_company_table('contact_lists');
comment on table contact_lists is 'Lists of numbers for campaigns. A number in a list need not be a contact.';
comment on column contact_lists.item_count is
  'The counts are kept by the triggers in functions/count-list-items.sql, so that showing a list counts nothing.';

create table contact_list_items (
  company_id integer not null,
  id integer generated always as identity,
  contact_list_id integer not null,
  name text not null,
  number text not null,
  phone text not null,
  email text not null,
  is_whatsapp_valid boolean not null default false,
  checked_at timestamptz,
  is_check_due boolean not null,
  check_tries smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete cascade
);
create index contact_list_items_by_name on contact_list_items (company_id, contact_list_id, plain_text(name), id);
-- Each number once per list, and the index of the foreign key.
create unique index contact_list_items_by_phone on contact_list_items (company_id, contact_list_id, phone);
create index contact_list_items_due on contact_list_items (company_id, check_tries, id) where is_check_due;
-- Erasing a person's data finds the rows.
create index contact_list_items_of_phone on contact_list_items (company_id, phone);
select protect_company_table('contact_list_items');
comment on table contact_list_items is 'The numbers of a list.';
comment on column contact_list_items.number is 'As WhatsApp spells it once it was asked.';
comment on column contact_list_items.phone is 'In its canonical spelling (phone-number.ts).';
comment on column contact_list_items.checked_at is
  'When WhatsApp last answered whether it knows the number; null: never.';
comment on column contact_list_items.is_check_due is 'WhatsApp is still to be asked.';
comment on column contact_list_items.check_tries is 'Failed questions in a row.';

-- ==================== Campaigns ====================

create table campaign_settings (
  company_id integer primary key references companies (id) on delete cascade,
  message_interval smallint not null,
  longer_interval_after smallint not null,
  greater_interval smallint not null,
  variables jsonb not null,
  opt_out_word text not null,
  updated_at timestamptz not null
);
select protect_company_table('campaign_settings');
comment on table campaign_settings is
  'Pace and variables of a company''s campaigns. A company without a row has the defaults.';
comment on column campaign_settings.message_interval is 'Seconds between two contacts.';
comment on column campaign_settings.longer_interval_after is 'Seconds of sending after which a longer pause follows.';
comment on column campaign_settings.greater_interval is 'Seconds of that pause.';
comment on column campaign_settings.variables is '[{ key, value }]: texts that messages may insert.';
comment on column campaign_settings.opt_out_word is 'The word with which a person leaves all campaigns.';

create table campaigns (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  messages text[] not null check (cardinality(messages) = 5),
  confirmation_messages text[] not null check (cardinality(confirmation_messages) = 5),
  status text not null default 'INATIVA'
    check (status in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  confirmation boolean not null,
  scheduled_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  paused_because text,
  paused_at timestamptz,
  failure text,
  connection_id integer,
  contact_list_id integer,
  tag_id integer,
  file_list_id integer,
  media jsonb,
  turn_at timestamptz,
  total_count integer not null default 0,
  valid_count integer not null default 0,
  pending_count integer not null default 0,
  sending_count integer not null default 0,
  asked_count integer not null default 0,
  confirmed_count integer not null default 0,
  sent_count integer not null default 0,
  delivered_count integer not null default 0,
  read_count integer not null default 0,
  failed_count integer not null default 0,
  skipped_count integer not null default 0,
  requested_count integer not null default 0,
  confirmation_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id)
    on delete set null (contact_list_id),
  foreign key (company_id, tag_id) references tags (company_id, id) on delete set null (tag_id),
  foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete set null (file_list_id)
);
create index campaigns_by_file on campaigns (company_id, (media ->> 'key')) where media ->> 'key' is not null;
create index campaigns_of_connection on campaigns (company_id, connection_id) where connection_id is not null;
create index campaigns_of_contact_list on campaigns (company_id, contact_list_id) where contact_list_id is not null;
create index campaigns_of_file_list on campaigns (company_id, file_list_id) where file_list_id is not null;
create index campaigns_of_tag on campaigns (company_id, tag_id) where tag_id is not null;
create index campaigns_planned on campaigns (scheduled_at) where status = 'PROGRAMADA';
select protect_company_table('campaigns');
comment on table campaigns is 'One message to a contact list.';
comment on column campaigns.messages is
  'Five slots in order; an empty one is not used. `confirmation_messages` likewise.';
comment on column campaigns.confirmation is 'Ask each contact first, and send the message only after a yes.';
comment on column campaigns.paused_because is
  'Code of WhatsApp''s refusal; a user restarts the campaign. Null: not paused.';
comment on column campaigns.failure is 'Code of the reason why it could not start in time.';
comment on column campaigns.connection_id is 'Null until the start: the company''s default.';
comment on column campaigns.media is
  '{ key, fileName, mimetype, mediaType, sizeBytes, width, height }; null without a file.';
comment on column campaigns.turn_at is 'When it last wrote to a contact: campaigns of one connection alternate.';
comment on column campaigns.total_count is
  'The counts are kept by the triggers in functions/count-shippings.sql, so that showing a campaign counts nothing.';

create table campaign_shipping (
  company_id integer not null,
  id bigint generated always as identity,
  campaign_id integer not null,
  item_id integer not null,
  name text not null,
  number text not null,
  phone text not null,
  email text not null,
  is_valid boolean,
  state text not null
    check (state in ('pending', 'sending', 'asked', 'confirmed', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  reason text,
  attempts smallint not null default 0,
  contact_id integer,
  confirmation_message_id bigint,
  message_id bigint,
  confirmation_requested_at timestamptz,
  confirmed_at timestamptz,
  delivered_at timestamptz,
  received_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null,
  name_plain text not null generated always as (plain_text(name)) stored,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, confirmation_message_id) references messages (company_id, id)
    on delete set null (confirmation_message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index campaign_shipping_in_order on campaign_shipping (company_id, campaign_id, id);
create index campaign_shipping_of_contact on campaign_shipping (company_id, contact_id, id)
  where contact_id is not null;
create index campaign_shipping_of_message on campaign_shipping (company_id, message_id) where message_id is not null;
create index campaign_shipping_of_phone on campaign_shipping (company_id, phone);
create index campaign_shipping_of_request on campaign_shipping (company_id, confirmation_message_id)
  where confirmation_message_id is not null;
-- Each number once per campaign, also when a preparation runs twice.
create unique index campaign_shipping_once on campaign_shipping (company_id, campaign_id, phone);
create index campaign_shipping_open on campaign_shipping (company_id, campaign_id, state, is_valid, id)
  where state in ('pending', 'sending', 'asked', 'confirmed');
select protect_company_table('campaign_shipping');
comment on table campaign_shipping is 'One contact of a campaign, as listed at its start, and its state.';
comment on column campaign_shipping.item_id is
  'Its row of the contact list. Without a foreign key: a deleted row is found missing when its time comes.';
comment on column campaign_shipping.phone is 'In its canonical spelling (phone-number.ts).';
comment on column campaign_shipping.is_valid is 'Null: WhatsApp is still to be asked whether it knows the number.';
comment on column campaign_shipping.reason is 'Of `skipped`: why. Of `failed`: the code.';
comment on column campaign_shipping.delivered_at is
  'When WhatsApp had the message. `received_at`: when the phone had it.';
comment on column campaign_shipping.name_plain is
  'What the search of the report compares with. Stored, because computing it for 100,000 names was the cost of that '
  'search.';

create table campaign_opt_outs (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  number text not null,
  phone text not null,
  word text,
  campaign_id integer,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete set null (campaign_id)
);
create index campaign_opt_outs_of_campaign on campaign_opt_outs (company_id, campaign_id) where campaign_id is not null;
create unique index campaign_opt_outs_once on campaign_opt_outs (company_id, phone);
select protect_company_table('campaign_opt_outs');
comment on table campaign_opt_outs is 'Numbers that get no campaigns.';
comment on column campaign_opt_outs.word is 'What the person wrote; null: a user of the company added the number.';
comment on column campaign_opt_outs.campaign_id is 'The campaign that was answered; null: none, or deleted.';

create table campaign_writings (
  company_id integer not null,
  id bigint generated always as identity,
  contact_id integer not null,
  campaign_name text not null,
  name text not null,
  number text not null,
  phone text not null,
  message_id bigint,
  written_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index campaign_writings_of_contact on campaign_writings (company_id, contact_id);
create index campaign_writings_of_message on campaign_writings (company_id, message_id) where message_id is not null;
create index campaign_writings_of_phone on campaign_writings (company_id, phone);
create index campaign_writings_old on campaign_writings (written_at);
select protect_company_table('campaign_writings');
comment on table campaign_writings is 'Contacts to whom deleted campaigns wrote: an opt-out of theirs still counts.';
comment on column campaign_writings.name is 'Of the contact, at that time. `number` and `phone` likewise.';
comment on column campaign_writings.message_id is 'The message in the conversation, while it exists.';

create table campaign_slots (
  company_id integer not null,
  connection_id integer not null,
  is_active boolean not null,
  look_at timestamptz not null,
  paced_until timestamptz not null,
  long_pause_ended_at timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index campaign_slots_due on campaign_slots (look_at) where is_active;
select protect_company_table('campaign_slots');
comment on table campaign_slots is 'The pace of a connection, shared by its campaigns.';
comment on column campaign_slots.is_active is 'A campaign runs over the connection.';
comment on column campaign_slots.look_at is 'When the process next looks for a contact to write to.';
comment on column campaign_slots.paced_until is 'No contact is written to earlier.';
comment on column campaign_slots.long_pause_ended_at is 'When the last long pause ended, or sending began.';

-- ==================== Billing ====================

create table invoices (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  detail text not null,
  value numeric(12, 2) not null,
  due_date date not null,
  status text not null default 'open' check (status in ('open', 'paid', 'cancelled')),
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  plan_id integer references plans (id) on delete set null,
  recurrence text,
  primary key (company_id, id),
  check ((status = 'paid') = (paid_at is not null))
);
-- The next invoice is for another period than the cancelled ones.
create index invoices_cancelled on invoices (company_id, due_date) where status = 'cancelled';
create index invoices_of_plan on invoices (plan_id) where plan_id is not null;
create index invoices_of_platform on invoices (id desc);
-- The job that makes the next invoice may run twice, and in two processes at once.
create unique index invoices_open on invoices (company_id) where status = 'open';
select protect_company_table('invoices');
comment on table invoices is 'What a company owes for its plan.';
comment on column invoices.detail is
  'The plan''s name when the invoice was made, or that of the plan that was paid for.';
comment on column invoices.value is 'In BRL.';
comment on column invoices.due_date is 'The company''s due date when the invoice was made.';
comment on column invoices.plan_id is
  'The plan that paying it buys; null: none is fixed, and the next look prices it anew. `recurrence` likewise.';

create table pix_charges (
  company_id integer not null,
  txid text not null,
  invoice_id integer not null,
  plan_id integer references plans (id) on delete set null,
  plan_name text not null,
  provider text not null check (provider in ('efi', 'static', 'sandbox')),
  amount numeric(12, 2) not null,
  code text,
  state text not null default 'open' check (state in ('open', 'paid', 'differs', 'surplus')),
  paid_amount numeric(12, 2),
  end_to_end_id text,
  created_at timestamptz not null,
  expires_at timestamptz,
  ask_at timestamptz,
  settled_at timestamptz,
  recurrence text,
  exceeds boolean not null default false,
  handled_at timestamptz,
  primary key (company_id, txid),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index pix_charges_by_txid on pix_charges (txid);
create index pix_charges_for_attention on pix_charges (company_id, invoice_id)
  where handled_at is null and (exceeds or state in ('differs', 'surplus'));
create index pix_charges_of_invoice on pix_charges (company_id, invoice_id, created_at);
create index pix_charges_of_plan on pix_charges (plan_id) where plan_id is not null;
create index pix_charges_to_ask on pix_charges (ask_at) where ask_at is not null;
select protect_company_table('pix_charges');
comment on table pix_charges is 'One Pix that was asked for an invoice.';
comment on column pix_charges.txid is
  'Ours, made before the provider is asked, so that a crash leaves no charge that we don''t know.';
comment on column pix_charges.plan_id is
  'The plan that it pays for; null once that plan is deleted, and the company keeps its own.';
comment on column pix_charges.amount is 'In BRL.';
comment on column pix_charges.code is 'The text behind the QR code; null until the provider gave it.';
comment on column pix_charges.state is
  '`differs`: another amount was paid. `surplus`: its invoice was paid already. A person settles both.';
comment on column pix_charges.end_to_end_id is 'The bank''s id of the payment.';
comment on column pix_charges.expires_at is 'From then on it can''t be paid; null: it does not expire.';
comment on column pix_charges.ask_at is
  'When the provider is next asked about it, should its notice be lost; null: never.';
comment on column pix_charges.exceeds is 'At the payment the company had more than the plan that it paid for holds.';
comment on column pix_charges.handled_at is 'When a person settled it; null: open, or nothing to settle.';

-- ==================== External API and webhooks ====================

create table api_sends (
  company_id integer not null references companies (id) on delete cascade,
  connection_id integer not null,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (company_id, connection_id, idempotency_key),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index api_sends_by_age on api_sends (company_id, created_at);
select protect_company_table('api_sends');
comment on table api_sends is
  'Calls of the external API that carried an idempotency key: a repeat gets the same answer.';
comment on column api_sends.request_hash is 'Hash of the request. The same key with another request is refused.';
comment on column api_sends.answer is
  '{ messageId, messageIds, ticketId }; null only within the act that stores the row.';

create table api_rates (
  company_id integer not null references companies (id) on delete cascade,
  connection_id integer not null,
  minute timestamptz not null,
  calls integer not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select protect_company_table('api_rates');
comment on table api_rates is 'How often the token of a connection was used in the current minute.';

create table webhooks (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  connection_id integer,
  is_active boolean not null,
  sealed_secret text not null,
  failures integer not null default 0,
  rests_until timestamptz,
  off_reason text,
  last_call_at timestamptz,
  last_failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index webhooks_of_connection on webhooks (company_id, connection_id);
select protect_company_table('webhooks');
comment on table webhooks is 'Addresses of the company''s programs that get events.';
comment on column webhooks.events is 'The subscribed events, as `thing.happened`.';
comment on column webhooks.connection_id is 'Only events of this connection; null: of any.';
comment on column webhooks.sealed_secret is 'The key that signs our calls, encrypted. The receiver holds the same key.';
comment on column webhooks.failures is 'Failed calls in a row.';
comment on column webhooks.rests_until is 'The address is not called before that time, because of its failures.';
comment on column webhooks.off_reason is 'Why the system turned it off; null: a user did, or it is on.';
comment on column webhooks.last_failure is 'Why the last call failed; null when it was answered.';

create table webhook_deliveries (
  company_id integer not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  webhook_id integer not null,
  event text not null,
  ticket_id integer,
  message_id bigint,
  ticket_event_id bigint,
  detail jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  called_at timestamptz,
  milliseconds integer,
  status integer,
  failure text,
  answer text,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
);
-- The delivery of each conversation that waits longest, however many wait behind it.
create index webhook_deliveries_behind on webhook_deliveries (company_id, webhook_id, ticket_id, id)
  where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (company_id, webhook_id, next_try_at, id)
  where state = 'waiting';
-- The log of failures, a few among many.
create index webhook_deliveries_failed on webhook_deliveries (company_id, webhook_id, id) where state = 'failed';
-- The log, newest first.
create index webhook_deliveries_of_webhook on webhook_deliveries (company_id, webhook_id, id);
-- The sweep over all companies.
create index webhook_deliveries_old on webhook_deliveries (created_at);
-- What is still to be sent, in order.
create index webhook_deliveries_waiting on webhook_deliveries (company_id, webhook_id, id) where state = 'waiting';
select protect_company_table('webhook_deliveries');
comment on table webhook_deliveries is
  'Events on their way to a webhook, and how that went. A row names what happened and holds none of its texts: they '
  'are read when it is sent, so that deleted or erased texts are sent to no program.';
comment on column webhook_deliveries.ticket_id is
  'What the event is about. Without foreign keys: what is deleted is found missing at sending. `message_id` and '
  '`ticket_event_id` likewise.';
comment on column webhook_deliveries.detail is 'Of an ack its value, of a changed message what changed.';
comment on column webhook_deliveries.called_at is 'Time, duration, status, failure and answer of the last call.';

-- ==================== Personal data ====================

create table personal_data_exports (
  company_id integer not null,
  id integer generated always as identity,
  contact_id integer not null,
  user_id integer,
  state text not null check (state in ('running', 'done', 'failed')),
  total integer not null default 0,
  done integer not null default 0,
  file_keys text[] not null default '{}',
  zip_sizes bigint[] not null default '{}'::bigint[],
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index personal_data_exports_of_contact on personal_data_exports (company_id, contact_id);
create index personal_data_exports_of_user on personal_data_exports (company_id, user_id) where user_id is not null;
select protect_company_table('personal_data_exports');
comment on table personal_data_exports is
  'The files with the data of one contact (LGPD, article 18). One set per contact, kept for a day.';
comment on column personal_data_exports.id is 'New with each order, so that a job of an earlier order changes nothing.';
comment on column personal_data_exports.user_id is 'Who ordered it; null once that account is deleted.';
comment on column personal_data_exports.total is 'Messages and files to write; `done` counts the written ones.';
comment on column personal_data_exports.file_keys is 'The zip files; `zip_sizes` are their sizes in bytes.';
comment on column personal_data_exports.expires_at is 'When the files are deleted.';

-- ==================== Live events ====================

create table live_events (
  company_id integer not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  payload jsonb not null,
  recorded_at timestamptz not null,
  primary key (company_id, id)
);
create index live_events_left on live_events (recorded_at);
select protect_company_table('live_events');
comment on table live_events is 'Live events, from the commit of their act until they are delivered.';
comment on column live_events.payload is 'The facts of the event.';

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
  -- What the admin wants: the sessions process makes it so. A rise of wish_version asks again.
  wish text not null default 'link' check (wish in ('link', 'new-qr', 'log-out')),
  wish_version integer not null default 1,
  -- What is: written by the process that holds the lease.
  status text not null default 'OPENING'
    check (status in ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED')),
  -- Encrypted: whoever reads it can link the number.
  sealed_qr bytea,
  qr_expires_at timestamptz,
  cause text,
  retries integer not null default 0,
  next_attempt_at timestamptz,
  last_traffic_at timestamptz,
  number text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index connections_name on connections (company_id, lower(name));
create unique index connections_default on connections (company_id) where is_default;
select protect_company_table('connections');

alter table users add foreign key (company_id, default_connection_id)
  references connections (company_id, id) on delete set null (default_connection_id);

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

-- Which process owns the session. Every key commit checks the token in its own transaction, under a lock of this row,
-- so that a former owner can't commit after a new one took over (docs/decisions, fencing).
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

-- The driver's keys: the whole account. Values are encrypted.
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

-- What WhatsApp said, kept in the transaction that moved the ratchet, before any receipt leaves. Encrypted.
create table in_tray (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  key text not null,
  chat text not null,
  -- Entries of one lane are handled in order; a chat always falls into the same lane.
  lane smallint not null,
  content bytea not null,
  needs_settling boolean not null,
  done_at timestamptz,
  attempts smallint not null default 0,
  -- Set when the entry failed for good: the reason, for the admin.
  set_aside_because text,
  heard_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, connection_id, key),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index in_tray_waiting on in_tray (company_id, connection_id, lane, id)
  where done_at is null and set_aside_because is null;
create index in_tray_unsettled on in_tray (company_id, connection_id, id) where needs_settling;
create index in_tray_done on in_tray (company_id, done_at);
select protect_company_table('in_tray');

-- Addresses of a company's own programs that are told what happens (decision 0052).
create table webhooks (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  url text not null,
  -- What it is told of, as `thing.happened`.
  events text[] not null check (cardinality(events) > 0),
  -- Only what happens over this connection; null: over any.
  connection_id integer,
  is_active boolean not null,
  -- What signs our calls, sealed; whoever receives them holds the same.
  sealed_secret text not null,
  -- Calls in a row that failed, and until when the address is left alone because of them.
  failures integer not null default 0,
  rests_until timestamptz,
  -- Why the house switched it off; null when a person did, or it is on.
  off_reason text,
  last_call_at timestamptz,
  -- Why the last call came to nothing; null when it was answered.
  last_failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index webhooks_of_connection on webhooks (company_id, connection_id);
select protect_company_table('webhooks');

-- What is to be told, and how that went. It names what it tells of and holds none of its words: they are read when it
-- leaves, so that what was deleted, erased or forgotten meanwhile is told to nobody.
create table webhook_deliveries (
  company_id integer not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  webhook_id integer not null,
  event text not null,
  -- No foreign keys: what is gone is found to be gone.
  ticket_id integer,
  message_id bigint,
  ticket_event_id bigint,
  -- Of a tick its height, of a changed message what changed.
  detail jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  -- Of the last call.
  called_at timestamptz,
  milliseconds integer,
  status integer,
  failure text,
  answer text,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
);
-- The log, newest first.
create index webhook_deliveries_of_webhook on webhook_deliveries (company_id, webhook_id, id);
-- What is still to go, in order.
create index webhook_deliveries_waiting on webhook_deliveries (company_id, webhook_id, id) where state = 'waiting';
-- The sweep over all companies.
create index webhook_deliveries_old on webhook_deliveries (created_at);
select protect_company_table('webhook_deliveries');

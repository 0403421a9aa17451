-- What an assistant is told, and with whose account it answers. Keys are sealed and never come out again.
create table prompts (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  prompt text not null,
  -- Where it hands tickets over to; null once that queue is gone.
  queue_id integer,
  voice text not null,
  voice_region text not null,
  sealed_voice_key text,
  sealed_api_key text,
  max_tokens integer not null,
  temperature double precision not null,
  max_messages integer not null,
  -- What it has cost: answered calls, and tokens as the service counted them.
  calls integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  last_call_at timestamptz,
  -- Why the last call came to nothing; null when it answered.
  last_failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create index prompts_of_queue on prompts (company_id, queue_id);
select protect_company_table('prompts');

-- Outside bots that answer pending tickets.
create table queue_integrations (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  type text not null check (type in ('dialogflow', 'n8n', 'webhook', 'typebot')),
  name text not null,
  project_name text not null,
  -- The service account of Dialogflow, sealed.
  sealed_json_content text,
  -- What signs our calls, sealed; whoever receives them holds the same.
  sealed_signing_secret text,
  language text not null,
  url text not null,
  -- Milliseconds before each message, and minutes of silence after which a talk begins anew (0 never).
  typebot_delay_message integer not null,
  typebot_expires integer not null,
  typebot_keyword_finish text not null,
  typebot_keyword_restart text not null,
  typebot_restart_message text not null,
  typebot_slug text not null,
  typebot_unknown_message text not null,
  last_call_at timestamptz,
  last_failure text,
  -- Calls in a row that failed; at ten it is paused until it is saved again.
  failures integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
select protect_company_table('queue_integrations');

alter table connections
  add column prompt_id integer,
  add column integration_id integer,
  add foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  add foreign key (company_id, integration_id)
    references queue_integrations (company_id, id) on delete set null (integration_id);
create index connections_of_prompt on connections (company_id, prompt_id) where prompt_id is not null;
create index connections_of_integration on connections (company_id, integration_id) where integration_id is not null;

alter table queues
  add column prompt_id integer,
  add column integration_id integer,
  add foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  add foreign key (company_id, integration_id)
    references queue_integrations (company_id, id) on delete set null (integration_id);
create index queues_of_prompt on queues (company_id, prompt_id) where prompt_id is not null;
create index queues_of_integration on queues (company_id, integration_id) where integration_id is not null;

alter table tickets
  add foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  add foreign key (company_id, integration_id)
    references queue_integrations (company_id, id) on delete set null (integration_id);
-- Few tickets have a bot at any time, so these cost messages nothing.
create index tickets_of_prompt on tickets (company_id, prompt_id) where prompt_id is not null;
create index tickets_of_integration on tickets (company_id, integration_id) where integration_id is not null;

-- How far a bot has come in the conversation of a pending ticket.
create table bot_talks (
  company_id integer not null,
  ticket_id integer not null,
  -- The customer's last message that has its answer; null until the first is ordered.
  answered_id bigint,
  -- The outside bot's own name for the conversation, and when it was last used.
  session text,
  session_at timestamptz,
  -- Calls for the next message that came to nothing so far.
  tries integer not null default 0,
  -- What voice notes said, by message.
  transcripts jsonb not null default '{}',
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
select protect_company_table('bot_talks');

create table contacts (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  uuid uuid not null,
  name text not null,
  -- True when a person of the company wrote the name: a push name never replaces it.
  is_name_ours boolean not null,
  -- Digits as shown; empty while only the LID is known.
  number text not null default '',
  email text not null default '',
  is_group boolean not null default false,
  extra_info jsonb not null default '[]',
  picture_key text,
  picture_checked_at timestamptz,
  -- Off the lists, with its history kept (CONTACT-16).
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index contacts_uuid on contacts (company_id, uuid);
create index contacts_by_name on contacts (company_id, name, id) where removed_at is null;
select protect_company_table('contacts');

-- The addresses of a contact. A phone number stands here in its canonical spelling (Brazil's ninth digit).
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
  -- The moment of the last message or act: the order of every list.
  last_at timestamptz not null,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index tickets_uuid on tickets (company_id, uuid);
-- One live ticket per contact, whoever races (TICKET-34).
create unique index tickets_live on tickets (company_id, contact_id) where status in ('pending', 'open');
create index tickets_list on tickets (company_id, status, last_at, id);
create index tickets_counts on tickets (company_id, status, queue_id, user_id);
create index tickets_of_contact on tickets (company_id, contact_id, id);
create index tickets_of_user on tickets (company_id, user_id, status);
select protect_company_table('tickets');

-- What happened to a ticket, once each: the history in the conversation and the source of every figure.
create table ticket_events (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  kind text not null
    check (kind in ('created', 'queued', 'accepted', 'returned', 'transferred', 'closed', 'reopened')),
  at timestamptz not null,
  user_id integer,
  queue_id integer,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create index ticket_events_of_ticket on ticket_events (company_id, ticket_id, id);
select protect_company_table('ticket_events');

create table tags (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  color text not null,
  kanban boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id)
);
create unique index tags_name on tags (company_id, lower(name));
select protect_company_table('tags');

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

create table messages (
  company_id integer not null,
  id bigint generated always as identity,
  ticket_id integer not null,
  -- The contact of the conversation (the group, in groups).
  contact_id integer not null,
  -- Who wrote it within a group.
  author_contact_id integer,
  -- Who of us wrote it.
  user_id integer,
  connection_id integer,
  -- WhatsApp's id: given by it, or reserved by us before sending.
  whatsapp_id text,
  client_id uuid,
  body text not null,
  from_me boolean not null,
  ack smallint not null default 0 check (ack between 0 and 5),
  -- Code of the reason why it could not be sent, for good.
  failure text,
  is_read boolean not null,
  media_type text,
  -- { state, mimetype, fileName, sizeBytes, seconds, width, height, key }
  media jsonb,
  -- Where and how to fetch the media; encrypted, since it holds the media's key.
  sealed_media_reference bytea,
  quoted_id bigint,
  is_deleted boolean not null default false,
  is_automatic boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, author_contact_id) references contacts (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, quoted_id) references messages (company_id, id) on delete set null (quoted_id)
);
-- Stored once, however often it is delivered. WhatsApp's ids are unique within a chat and writer.
create unique index messages_whatsapp_id
  on messages (company_id, whatsapp_id, contact_id, from_me, (coalesce(author_contact_id, 0)));
create unique index messages_client_id on messages (company_id, client_id);
create index messages_of_ticket on messages (company_id, ticket_id, id);
create index messages_of_contact on messages (company_id, contact_id, id);
create index messages_quoting on messages (company_id, quoted_id) where quoted_id is not null;
select protect_company_table('messages');

-- What still has to reach WhatsApp. There is one way out of the house.
create table out_tray (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  -- The order of one conversation is kept; conversations go side by side.
  contact_id integer not null,
  kind text not null check (kind in ('message', 'deletion', 'read')),
  message_id bigint,
  -- For 'read': the WhatsApp ids that were read.
  payload jsonb,
  -- Answers first, bulk last.
  priority smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index out_tray_open on out_tray (company_id, connection_id, contact_id, id) where state in ('waiting', 'sending');
create index out_tray_of_message on out_tray (company_id, message_id);
select protect_company_table('out_tray');

-- Live events wait here from the commit of their act until they have been delivered.
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

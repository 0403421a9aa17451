-- What the migrations make of an empty database, printed by "node tools/print-schema.mjs". Never run.

create table companies (
  id integer not null generated as identity,
  name text not null,
  email text,
  phone text,
  plan_id integer not null,
  is_active boolean not null default true,
  due_date date not null,
  trial_expires_at timestamp with time zone,
  time_zone text not null default 'America/Sao_Paulo'::text,
  language text not null default 'pt-BR'::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_name_key UNIQUE (name),
  constraint companies_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
);
alter table companies enable row level security;
alter table companies force row level security;
create policy of_company on companies for all to balcao_app using ((id = ( SELECT current_company() AS current_company)));
create policy of_platform on companies for all to balcao_platform using (true);
grant select, update on companies to balcao_app;
grant delete, insert, select, update on companies to balcao_platform;

create table connection_keys (
  company_id integer not null,
  connection_id integer not null,
  type text not null,
  id text not null,
  value bytea not null,
  updated_at timestamp with time zone not null,
  constraint connection_keys_pkey PRIMARY KEY (company_id, connection_id, type, id),
  constraint connection_keys_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table connection_keys enable row level security;
alter table connection_keys force row level security;
create policy of_company on connection_keys for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on connection_keys for all to balcao_platform using (true);
grant delete, insert, select, update on connection_keys to balcao_app;
grant delete, insert, select, update on connection_keys to balcao_platform;

create table connection_leases (
  company_id integer not null,
  connection_id integer not null,
  holder text not null,
  token bigint not null,
  expires_at timestamp with time zone not null,
  constraint connection_leases_pkey PRIMARY KEY (company_id, connection_id),
  constraint connection_leases_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table connection_leases enable row level security;
alter table connection_leases force row level security;
create policy of_company on connection_leases for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on connection_leases for all to balcao_platform using (true);
grant delete, insert, select, update on connection_leases to balcao_app;
grant delete, insert, select, update on connection_leases to balcao_platform;

create table connection_queues (
  company_id integer not null,
  connection_id integer not null,
  queue_id integer not null,
  constraint connection_queues_pkey PRIMARY KEY (company_id, connection_id, queue_id),
  constraint connection_queues_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint connection_queues_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE
);
alter table connection_queues enable row level security;
alter table connection_queues force row level security;
create policy of_company on connection_queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on connection_queues for all to balcao_platform using (true);
CREATE INDEX connection_queues_by_queue ON public.connection_queues USING btree (company_id, queue_id);
grant delete, insert, select, update on connection_queues to balcao_app;
grant delete, insert, select, update on connection_queues to balcao_platform;

create table connections (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  is_default boolean not null default false,
  provider text not null default 'beta'::text,
  greeting_message text not null default ''::text,
  complation_message text not null default ''::text,
  out_of_hours_message text not null default ''::text,
  rating_message text not null default ''::text,
  wish text not null default 'link'::text,
  wish_version integer not null default 1,
  status text not null default 'OPENING'::text,
  sealed_qr bytea,
  qr_expires_at timestamp with time zone,
  cause text,
  retries integer not null default 0,
  next_attempt_at timestamp with time zone,
  last_traffic_at timestamp with time zone,
  number text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  status_since timestamp with time zone not null,
  brings_history boolean not null default false,
  history_state text,
  history_messages integer not null default 0,
  history_last_heard boolean not null default false,
  constraint connections_pkey PRIMARY KEY (company_id, id),
  constraint connections_history_state_check CHECK ((history_state = ANY (ARRAY['none'::text, 'running'::text, 'done'::text]))),
  constraint connections_status_check CHECK ((status = ANY (ARRAY['OPENING'::text, 'qrcode'::text, 'PAIRING'::text, 'CONNECTED'::text, 'TIMEOUT'::text, 'DISCONNECTED'::text]))),
  constraint connections_wish_check CHECK ((wish = ANY (ARRAY['link'::text, 'new-qr'::text, 'log-out'::text]))),
  constraint connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table connections enable row level security;
alter table connections force row level security;
create policy of_company on connections for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on connections for all to balcao_platform using (true);
CREATE UNIQUE INDEX connections_default ON public.connections USING btree (company_id) WHERE is_default;
CREATE UNIQUE INDEX connections_name ON public.connections USING btree (company_id, lower(name));
grant delete, insert, select, update on connections to balcao_app;
grant delete, insert, select, update on connections to balcao_platform;

create table contact_addresses (
  company_id integer not null,
  kind text not null,
  value text not null,
  contact_id integer not null,
  constraint contact_addresses_pkey PRIMARY KEY (company_id, kind, value),
  constraint contact_addresses_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'lid'::text, 'group'::text]))),
  constraint contact_addresses_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
alter table contact_addresses enable row level security;
alter table contact_addresses force row level security;
create policy of_company on contact_addresses for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contact_addresses for all to balcao_platform using (true);
CREATE INDEX contact_addresses_by_contact ON public.contact_addresses USING btree (company_id, contact_id);
grant delete, insert, select, update on contact_addresses to balcao_app;
grant delete, insert, select, update on contact_addresses to balcao_platform;

create table contacts (
  company_id integer not null,
  id integer not null generated as identity,
  uuid uuid not null,
  name text not null,
  name_source text not null,
  number text not null default ''::text,
  email text not null default ''::text,
  is_group boolean not null default false,
  extra_info jsonb not null default '[]'::jsonb,
  picture_key text,
  picture_checked_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  name_plain text generated always as (plain_text(name)) stored,
  constraint contacts_pkey PRIMARY KEY (company_id, id),
  constraint contacts_name_source_check CHECK ((name_source = ANY (ARRAY['typed'::text, 'subject'::text, 'phone-book'::text, 'business'::text, 'push'::text, 'stand-in'::text]))),
  constraint contacts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table contacts enable row level security;
alter table contacts force row level security;
create policy of_company on contacts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contacts for all to balcao_platform using (true);
create policy of_search on contacts for select to balcao_searcher using (true);
CREATE INDEX contacts_by_creation ON public.contacts USING btree (company_id, created_at);
CREATE INDEX contacts_by_name ON public.contacts USING btree (company_id, name, id) WHERE (removed_at IS NULL);
CREATE INDEX contacts_by_picture ON public.contacts USING btree (company_id, picture_key) WHERE (picture_key IS NOT NULL);
CREATE UNIQUE INDEX contacts_uuid ON public.contacts USING btree (company_id, uuid);
CREATE INDEX contacts_words ON public.contacts USING gin (company_id, name_plain gin_trgm_ops, number gin_trgm_ops) WITH (gin_pending_list_limit='256');
grant delete, insert, select, update on contacts to balcao_app;
grant delete, insert, select, update on contacts to balcao_platform;
grant select on contacts to balcao_searcher;

create table daily_figures (
  company_id integer not null,
  day date not null,
  user_id integer not null,
  finished integer not null,
  attended_seconds bigint not null,
  attendances integer not null,
  waited_seconds bigint not null,
  waits integer not null,
  ratings_sum integer not null,
  ratings integer not null,
  constraint daily_figures_pkey PRIMARY KEY (company_id, day, user_id),
  constraint daily_figures_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table daily_figures enable row level security;
alter table daily_figures force row level security;
create policy of_company on daily_figures for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on daily_figures for all to balcao_platform using (true);
grant delete, insert, select, update on daily_figures to balcao_app;
grant delete, insert, select, update on daily_figures to balcao_platform;

create table failed_logins (
  id bigint not null generated as identity,
  email_hash bytea not null,
  address text not null,
  at timestamp with time zone not null,
  constraint failed_logins_pkey PRIMARY KEY (id)
);
CREATE INDEX failed_logins_by_address ON public.failed_logins USING btree (address, at);
CREATE INDEX failed_logins_by_email ON public.failed_logins USING btree (email_hash, at);
grant delete, insert, select on failed_logins to balcao_platform;

create table figures_kept (
  company_id integer not null,
  event_id bigint not null,
  constraint figures_kept_pkey PRIMARY KEY (company_id),
  constraint figures_kept_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table figures_kept enable row level security;
alter table figures_kept force row level security;
create policy of_company on figures_kept for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on figures_kept for all to balcao_platform using (true);
grant delete, insert, select, update on figures_kept to balcao_app;
grant delete, insert, select, update on figures_kept to balcao_platform;

create table helps (
  id integer not null generated as identity,
  title text not null,
  description text not null default ''::text,
  video text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint helps_pkey PRIMARY KEY (id)
);
grant select on helps to balcao_app;
grant delete, insert, select, update on helps to balcao_platform;

create table in_tray (
  company_id integer not null,
  id bigint not null generated as identity,
  connection_id integer not null,
  key text not null,
  chat text not null,
  lane smallint not null,
  content bytea not null,
  needs_settling boolean not null,
  done_at timestamp with time zone,
  attempts smallint not null default 0,
  set_aside_because text,
  heard_at timestamp with time zone not null,
  constraint in_tray_pkey PRIMARY KEY (company_id, id),
  constraint in_tray_company_id_connection_id_key_key UNIQUE (company_id, connection_id, key),
  constraint in_tray_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table in_tray enable row level security;
alter table in_tray force row level security;
create policy of_company on in_tray for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on in_tray for all to balcao_platform using (true);
CREATE INDEX in_tray_done ON public.in_tray USING btree (company_id, done_at);
CREATE INDEX in_tray_set_aside ON public.in_tray USING btree (company_id, id) WHERE ((set_aside_because IS NOT NULL) AND (done_at IS NULL));
CREATE INDEX in_tray_unsettled ON public.in_tray USING btree (company_id, connection_id, id) WHERE needs_settling;
CREATE INDEX in_tray_waiting ON public.in_tray USING btree (company_id, connection_id, lane, id) WHERE ((done_at IS NULL) AND (set_aside_because IS NULL));
grant delete, insert, select, update on in_tray to balcao_app;
grant delete, insert, select, update on in_tray to balcao_platform;

create table live_events (
  company_id integer not null,
  id bigint not null generated as identity,
  name text not null,
  payload jsonb not null,
  recorded_at timestamp with time zone not null,
  constraint live_events_pkey PRIMARY KEY (company_id, id),
  constraint live_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table live_events enable row level security;
alter table live_events force row level security;
create policy of_company on live_events for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on live_events for all to balcao_platform using (true);
CREATE INDEX live_events_left ON public.live_events USING btree (recorded_at);
grant delete, insert, select, update on live_events to balcao_app;
grant delete, insert, select, update on live_events to balcao_platform;

create table message_reactions (
  company_id integer not null,
  id bigint not null generated as identity,
  message_id bigint not null,
  contact_id integer,
  user_id integer,
  emoji text not null,
  at timestamp with time zone not null,
  constraint message_reactions_pkey PRIMARY KEY (company_id, id),
  constraint message_reactions_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint message_reactions_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE,
  constraint message_reactions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table message_reactions enable row level security;
alter table message_reactions force row level security;
create policy of_company on message_reactions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on message_reactions for all to balcao_platform using (true);
CREATE INDEX message_reactions_of_contact ON public.message_reactions USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX message_reactions_of_user ON public.message_reactions USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX message_reactions_one_each ON public.message_reactions USING btree (company_id, message_id, COALESCE(contact_id, 0));
grant delete, insert, select, update on message_reactions to balcao_app;
grant delete, insert, select, update on message_reactions to balcao_platform;

create table messages (
  company_id integer not null,
  id bigint not null generated as identity,
  ticket_id integer not null,
  contact_id integer not null,
  author_contact_id integer,
  user_id integer,
  connection_id integer,
  whatsapp_id text,
  client_id uuid,
  body text not null,
  from_me boolean not null,
  ack smallint not null default 0,
  failure text,
  is_read boolean not null,
  media_type text,
  media jsonb,
  sealed_media_reference bytea,
  quoted_id bigint,
  is_deleted boolean not null default false,
  is_automatic boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  is_view_once boolean not null default false,
  location jsonb,
  refused_change text,
  body_plain text generated always as (plain_text(
CASE
    WHEN (media_type = 'locationMessage'::text) THEN substr(body, (strpos(body, '|'::text) + 1))
    ELSE body
END)) stored,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  played_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (company_id, id),
  constraint messages_ack_check CHECK (((ack >= 0) AND (ack <= 5))),
  constraint messages_refused_change_check CHECK ((refused_change = ANY (ARRAY['edit'::text, 'reaction'::text, 'deletion'::text]))),
  constraint messages_company_id_author_contact_id_fkey FOREIGN KEY (company_id, author_contact_id) REFERENCES contacts(company_id, id),
  constraint messages_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint messages_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  constraint messages_company_id_quoted_id_fkey FOREIGN KEY (company_id, quoted_id) REFERENCES messages(company_id, id) ON DELETE SET NULL (quoted_id),
  constraint messages_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table messages enable row level security;
alter table messages force row level security;
create policy of_company on messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on messages for all to balcao_platform using (true);
create policy of_search on messages for select to balcao_searcher using (true);
CREATE INDEX messages_by_compatible_file ON public.messages USING btree (company_id, ((media ->> 'compatibleKey'::text))) WHERE ((media ->> 'compatibleKey'::text) IS NOT NULL);
CREATE INDEX messages_by_file ON public.messages USING btree (company_id, ((media ->> 'key'::text))) WHERE ((media ->> 'key'::text) IS NOT NULL);
CREATE INDEX messages_by_thumbnail ON public.messages USING btree (company_id, ((media ->> 'thumbnailKey'::text))) WHERE ((media ->> 'thumbnailKey'::text) IS NOT NULL);
CREATE INDEX messages_by_whatsapp_file ON public.messages USING btree (company_id, ((media ->> 'whatsappKey'::text))) WHERE ((media ->> 'whatsappKey'::text) IS NOT NULL);
CREATE UNIQUE INDEX messages_client_id ON public.messages USING btree (company_id, client_id);
CREATE INDEX messages_of_author ON public.messages USING btree (company_id, author_contact_id) WHERE (author_contact_id IS NOT NULL);
CREATE INDEX messages_of_connection ON public.messages USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX messages_of_contact ON public.messages USING btree (company_id, contact_id, id);
CREATE INDEX messages_of_ticket ON public.messages USING btree (company_id, ticket_id, id);
CREATE INDEX messages_of_user ON public.messages USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX messages_quoting ON public.messages USING btree (company_id, quoted_id) WHERE (quoted_id IS NOT NULL);
CREATE UNIQUE INDEX messages_whatsapp_id ON public.messages USING btree (company_id, whatsapp_id, contact_id, from_me, COALESCE(author_contact_id, 0));
CREATE INDEX messages_words ON public.messages USING gin (company_id, body_plain gin_trgm_ops) WITH (gin_pending_list_limit='256');
grant delete, insert, select, update on messages to balcao_app;
grant delete, insert, select, update on messages to balcao_platform;
grant select on messages to balcao_searcher;

create table out_tray (
  company_id integer not null,
  id bigint not null generated as identity,
  connection_id integer not null,
  contact_id integer not null,
  kind text not null,
  message_id bigint,
  payload jsonb,
  priority smallint not null default 0,
  state text not null default 'waiting'::text,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  change_id text,
  begun_at timestamp with time zone,
  has_file boolean not null default false,
  constraint out_tray_pkey PRIMARY KEY (company_id, id),
  constraint out_tray_change_id_check CHECK (((change_id IS NOT NULL) OR (kind <> ALL (ARRAY['edit'::text, 'reaction'::text, 'deletion'::text])))),
  constraint out_tray_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'deletion'::text, 'read'::text, 'edit'::text, 'reaction'::text]))),
  constraint out_tray_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint out_tray_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint out_tray_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint out_tray_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table out_tray enable row level security;
alter table out_tray force row level security;
create policy of_company on out_tray for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on out_tray for all to balcao_platform using (true);
CREATE INDEX out_tray_changes ON public.out_tray USING btree (company_id, connection_id, change_id) WHERE (change_id IS NOT NULL);
CREATE INDEX out_tray_of_message ON public.out_tray USING btree (company_id, message_id);
CREATE INDEX out_tray_open ON public.out_tray USING btree (company_id, connection_id, contact_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
grant delete, insert, select, update on out_tray to balcao_app;
grant delete, insert, select, update on out_tray to balcao_platform;

create table plans (
  id integer not null generated as identity,
  name text not null,
  users integer not null,
  connections integer not null,
  queues integer not null,
  value numeric(12,2) not null,
  use_campaigns boolean not null,
  use_kanban boolean not null,
  use_open_ai boolean not null,
  use_integrations boolean not null,
  use_schedules boolean not null,
  use_internal_chat boolean not null,
  use_external_api boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  campaigns integer,
  schedules integer,
  constraint plans_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX plans_name ON public.plans USING btree (lower(name));
grant select on plans to balcao_app;
grant delete, insert, select, update on plans to balcao_platform;

create table queues (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  color text not null,
  order_queue integer,
  greeting_message text not null default ''::text,
  out_of_hours_message text not null default ''::text,
  schedules jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint queues_pkey PRIMARY KEY (company_id, id),
  constraint queues_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table queues enable row level security;
alter table queues force row level security;
create policy of_company on queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on queues for all to balcao_platform using (true);
CREATE UNIQUE INDEX queues_color ON public.queues USING btree (company_id, lower(color));
CREATE UNIQUE INDEX queues_name ON public.queues USING btree (company_id, lower(name));
grant delete, insert, select, update on queues to balcao_app;
grant delete, insert, select, update on queues to balcao_platform;

create table quick_messages (
  company_id integer not null,
  id integer not null generated as identity,
  user_id integer,
  shortcode text not null,
  message text not null,
  is_shared boolean not null default false,
  media jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint quick_messages_pkey PRIMARY KEY (company_id, id),
  constraint quick_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint quick_messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table quick_messages enable row level security;
alter table quick_messages force row level security;
create policy of_company on quick_messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on quick_messages for all to balcao_platform using (true);
CREATE INDEX quick_messages_by_file ON public.quick_messages USING btree (company_id, ((media ->> 'key'::text))) WHERE ((media ->> 'key'::text) IS NOT NULL);
CREATE INDEX quick_messages_of_user ON public.quick_messages USING btree (company_id, user_id, lower(shortcode));
CREATE INDEX quick_messages_shared ON public.quick_messages USING btree (company_id, lower(shortcode)) WHERE is_shared;
grant delete, insert, select, update on quick_messages to balcao_app;
grant delete, insert, select, update on quick_messages to balcao_platform;

create table schedules (
  company_id integer not null,
  id integer not null generated as identity,
  contact_id integer not null,
  user_id integer,
  connection_id integer,
  body text not null,
  media jsonb,
  send_at timestamp with time zone not null,
  status text not null default 'PENDENTE'::text,
  due_at timestamp with time zone not null,
  attempts smallint not null default 0,
  sent_at timestamp with time zone,
  failure text,
  message_id bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint schedules_pkey PRIMARY KEY (company_id, id),
  constraint schedules_status_check CHECK ((status = ANY (ARRAY['PENDENTE'::text, 'ENVIADA'::text, 'ERRO'::text]))),
  constraint schedules_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint schedules_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  constraint schedules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint schedules_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE SET NULL (message_id),
  constraint schedules_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table schedules enable row level security;
alter table schedules force row level security;
create policy of_company on schedules for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on schedules for all to balcao_platform using (true);
CREATE INDEX schedules_by_file ON public.schedules USING btree (company_id, ((media ->> 'key'::text))) WHERE ((media ->> 'key'::text) IS NOT NULL);
CREATE INDEX schedules_due ON public.schedules USING btree (due_at) WHERE (status = 'PENDENTE'::text);
CREATE INDEX schedules_of_connection ON public.schedules USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX schedules_of_contact ON public.schedules USING btree (company_id, contact_id, id);
CREATE INDEX schedules_of_message ON public.schedules USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX schedules_of_user ON public.schedules USING btree (company_id, user_id, id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on schedules to balcao_app;
grant delete, insert, select, update on schedules to balcao_platform;

create table schema_migrations (
  name text not null,
  run_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table search_samples (
  company_id integer not null,
  words text[] not null,
  drawn_at timestamp with time zone not null,
  size integer generated always as (cardinality(words)) stored,
  constraint search_samples_pkey PRIMARY KEY (company_id),
  constraint search_samples_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table search_samples enable row level security;
alter table search_samples force row level security;
create policy of_company on search_samples for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on search_samples for all to balcao_platform using (true);
create policy of_search on search_samples for select to balcao_searcher using (true);
grant delete, insert, select, update on search_samples to balcao_app;
grant delete, insert, select, update on search_samples to balcao_platform;
grant select on search_samples to balcao_searcher;

create table settings (
  company_id integer not null,
  id integer not null generated as identity,
  key text not null,
  value text not null,
  constraint settings_pkey PRIMARY KEY (company_id, key),
  constraint settings_company_id_id_key UNIQUE (company_id, id),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table settings enable row level security;
alter table settings force row level security;
create policy of_company on settings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on settings for all to balcao_platform using (true);
grant delete, insert, select, update on settings to balcao_app;
grant delete, insert, select, update on settings to balcao_platform;

create table sign_in_sessions (
  company_id integer not null,
  id uuid not null,
  user_id integer not null,
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  address text,
  user_agent text,
  created_at timestamp with time zone not null,
  constraint sign_in_sessions_pkey PRIMARY KEY (company_id, id),
  constraint sign_in_sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table sign_in_sessions enable row level security;
alter table sign_in_sessions force row level security;
create policy of_company on sign_in_sessions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on sign_in_sessions for all to balcao_platform using (true);
CREATE UNIQUE INDEX sign_in_sessions_by_id ON public.sign_in_sessions USING btree (id);
CREATE UNIQUE INDEX sign_in_sessions_living ON public.sign_in_sessions USING btree (company_id, user_id) WHERE (ended_at IS NULL);
CREATE INDEX sign_in_sessions_of_user ON public.sign_in_sessions USING btree (company_id, user_id);
grant delete, insert, select, update on sign_in_sessions to balcao_app;
grant delete, insert, select, update on sign_in_sessions to balcao_platform;

create table tags (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  color text not null,
  kanban boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  user_id integer,
  constraint tags_pkey PRIMARY KEY (company_id, id),
  constraint tags_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tags_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table tags enable row level security;
alter table tags force row level security;
create policy of_company on tags for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on tags for all to balcao_platform using (true);
CREATE UNIQUE INDEX tags_name ON public.tags USING btree (company_id, lower(name));
CREATE INDEX tags_of_user ON public.tags USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on tags to balcao_app;
grant delete, insert, select, update on tags to balcao_platform;

create table ticket_events (
  company_id integer not null,
  id bigint not null generated as identity,
  ticket_id integer not null,
  kind text not null,
  at timestamp with time zone not null,
  user_id integer,
  queue_id integer,
  seconds integer,
  rating smallint,
  by_user_id integer,
  connection_id integer,
  constraint ticket_events_pkey PRIMARY KEY (company_id, id),
  constraint ticket_events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'queued'::text, 'accepted'::text, 'returned'::text, 'transferred'::text, 'closed'::text, 'reopened'::text, 'rated'::text]))),
  constraint ticket_events_rating_check CHECK (((rating >= 1) AND (rating <= 3))),
  constraint ticket_events_company_id_by_user_id_fkey FOREIGN KEY (company_id, by_user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (by_user_id),
  constraint ticket_events_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint ticket_events_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id),
  constraint ticket_events_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_events_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table ticket_events enable row level security;
alter table ticket_events force row level security;
create policy of_company on ticket_events for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_events for all to balcao_platform using (true);
CREATE INDEX ticket_events_by_whom ON public.ticket_events USING btree (company_id, by_user_id) WHERE (by_user_id IS NOT NULL);
CREATE INDEX ticket_events_created ON public.ticket_events USING btree (company_id, at) WHERE (kind = 'created'::text);
CREATE INDEX ticket_events_of_connection ON public.ticket_events USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX ticket_events_of_queue ON public.ticket_events USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX ticket_events_of_ticket ON public.ticket_events USING btree (company_id, ticket_id, id);
CREATE INDEX ticket_events_of_user ON public.ticket_events USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on ticket_events to balcao_app;
grant delete, insert, select, update on ticket_events to balcao_platform;

create table ticket_merges (
  company_id integer not null,
  ticket_id integer not null,
  uuid uuid not null,
  into_ticket_id integer not null,
  constraint ticket_merges_pkey PRIMARY KEY (company_id, ticket_id),
  constraint ticket_merges_company_id_into_ticket_id_fkey FOREIGN KEY (company_id, into_ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ticket_merges enable row level security;
alter table ticket_merges force row level security;
create policy of_company on ticket_merges for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_merges for all to balcao_platform using (true);
CREATE INDEX ticket_merges_into ON public.ticket_merges USING btree (company_id, into_ticket_id);
CREATE UNIQUE INDEX ticket_merges_uuid ON public.ticket_merges USING btree (company_id, uuid);
grant delete, insert, select, update on ticket_merges to balcao_app;
grant delete, insert, select, update on ticket_merges to balcao_platform;

create table ticket_notes (
  company_id integer not null,
  id integer not null generated as identity,
  ticket_id integer not null,
  contact_id integer not null,
  user_id integer,
  note text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint ticket_notes_pkey PRIMARY KEY (company_id, id),
  constraint ticket_notes_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  constraint ticket_notes_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_notes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table ticket_notes enable row level security;
alter table ticket_notes force row level security;
create policy of_company on ticket_notes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_notes for all to balcao_platform using (true);
CREATE INDEX ticket_notes_of_contact ON public.ticket_notes USING btree (company_id, contact_id, id);
CREATE INDEX ticket_notes_of_ticket ON public.ticket_notes USING btree (company_id, ticket_id, id);
CREATE INDEX ticket_notes_of_user ON public.ticket_notes USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on ticket_notes to balcao_app;
grant delete, insert, select, update on ticket_notes to balcao_platform;

create table ticket_tags (
  company_id integer not null,
  ticket_id integer not null,
  tag_id integer not null,
  constraint ticket_tags_pkey PRIMARY KEY (company_id, ticket_id, tag_id),
  constraint ticket_tags_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES tags(company_id, id) ON DELETE CASCADE,
  constraint ticket_tags_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table ticket_tags enable row level security;
alter table ticket_tags force row level security;
create policy of_company on ticket_tags for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_tags for all to balcao_platform using (true);
create policy of_search on ticket_tags for select to balcao_searcher using (true);
CREATE INDEX ticket_tags_by_tag ON public.ticket_tags USING btree (company_id, tag_id);
grant delete, insert, select, update on ticket_tags to balcao_app;
grant delete, insert, select, update on ticket_tags to balcao_platform;
grant select on ticket_tags to balcao_searcher;

create table ticket_tallies (
  company_id integer not null,
  status text not null,
  id bigint not null generated as identity,
  queue_id integer,
  user_id integer,
  is_unread boolean not null,
  tickets integer not null,
  is_folded boolean not null default false,
  constraint ticket_tallies_pkey PRIMARY KEY (company_id, status, id),
  constraint ticket_tallies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table ticket_tallies enable row level security;
alter table ticket_tallies force row level security;
create policy of_company on ticket_tallies for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_tallies for all to balcao_platform using (true);
grant delete, insert, select, update on ticket_tallies to balcao_app;
grant delete, insert, select, update on ticket_tallies to balcao_platform;

create table tickets (
  company_id integer not null,
  id integer not null generated as identity,
  uuid uuid not null,
  contact_id integer not null,
  connection_id integer,
  queue_id integer,
  user_id integer,
  status text not null,
  is_group boolean not null,
  unread integer not null default 0,
  last_message text not null default ''::text,
  last_message_id bigint,
  last_message_from_me boolean not null default false,
  last_message_ack smallint not null default 0,
  waiting_since timestamp with time zone,
  chatbot boolean not null default false,
  use_integration boolean not null default false,
  prompt_id integer,
  integration_id integer,
  created_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  version integer not null default 1,
  is_history boolean not null default false,
  last_message_failed boolean not null default false,
  constraint tickets_pkey PRIMARY KEY (company_id, id),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'closed'::text]))),
  constraint tickets_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint tickets_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  constraint tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tickets_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id),
  constraint tickets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table tickets enable row level security;
alter table tickets force row level security;
create policy of_company on tickets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on tickets for all to balcao_platform using (true);
create policy of_search on tickets for select to balcao_searcher using (true);
CREATE INDEX tickets_counts ON public.tickets USING btree (company_id, status, queue_id, user_id);
CREATE INDEX tickets_list ON public.tickets USING btree (company_id, status, last_at, id) INCLUDE (queue_id, user_id);
CREATE UNIQUE INDEX tickets_live ON public.tickets USING btree (company_id, contact_id) WHERE (status = ANY (ARRAY['pending'::text, 'open'::text]));
CREATE INDEX tickets_of_contact ON public.tickets USING btree (company_id, contact_id, id);
CREATE INDEX tickets_of_history ON public.tickets USING btree (company_id, contact_id) WHERE is_history;
CREATE INDEX tickets_of_user ON public.tickets USING btree (company_id, user_id, status);
CREATE UNIQUE INDEX tickets_uuid ON public.tickets USING btree (company_id, uuid);
CREATE TRIGGER tally_moved_ticket AFTER UPDATE ON public.tickets FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.queue_id IS DISTINCT FROM new.queue_id)) OR (old.user_id IS DISTINCT FROM new.user_id)) OR ((old.unread > 0) IS DISTINCT FROM (new.unread > 0)))) EXECUTE FUNCTION tally_ticket();
CREATE TRIGGER tally_ticket AFTER INSERT OR DELETE ON public.tickets FOR EACH ROW EXECUTE FUNCTION tally_ticket();
grant delete, insert, select, update on tickets to balcao_app;
grant delete, insert, select, update on tickets to balcao_platform;
grant select on tickets to balcao_searcher;

create table told_names (
  company_id integer not null,
  kind text not null,
  value text not null,
  name text not null,
  source text not null,
  told_at timestamp with time zone not null,
  constraint told_names_pkey PRIMARY KEY (company_id, kind, value),
  constraint told_names_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'lid'::text, 'group'::text]))),
  constraint told_names_source_check CHECK ((source = ANY (ARRAY['subject'::text, 'phone-book'::text, 'business'::text]))),
  constraint told_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table told_names enable row level security;
alter table told_names force row level security;
create policy of_company on told_names for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on told_names for all to balcao_platform using (true);
grant delete, insert, select, update on told_names to balcao_app;
grant delete, insert, select, update on told_names to balcao_platform;

create table user_queues (
  company_id integer not null,
  user_id integer not null,
  queue_id integer not null,
  constraint user_queues_pkey PRIMARY KEY (company_id, user_id, queue_id),
  constraint user_queues_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE,
  constraint user_queues_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table user_queues enable row level security;
alter table user_queues force row level security;
create policy of_company on user_queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on user_queues for all to balcao_platform using (true);
CREATE INDEX user_queues_by_queue ON public.user_queues USING btree (company_id, queue_id);
grant delete, insert, select, update on user_queues to balcao_app;
grant delete, insert, select, update on user_queues to balcao_platform;

create table users (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  email text not null,
  password_hash text not null,
  profile text not null,
  is_super boolean not null default false,
  all_ticket boolean not null default false,
  default_connection_id integer,
  last_seen_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_profile_check CHECK ((profile = ANY (ARRAY['user'::text, 'supervisor'::text, 'admin'::text]))),
  constraint users_company_id_default_connection_id_fkey FOREIGN KEY (company_id, default_connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (default_connection_id),
  constraint users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table users enable row level security;
alter table users force row level security;
create policy of_company on users for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on users for all to balcao_platform using (true);
CREATE INDEX users_by_name ON public.users USING btree (company_id, name, id);
CREATE INDEX users_of_default_connection ON public.users USING btree (company_id, default_connection_id) WHERE (default_connection_id IS NOT NULL);
grant delete, insert, select, update on users to balcao_app;
grant delete, insert, select, update on users to balcao_platform;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.company_id'::text, true), ''::text))::integer;

CREATE OR REPLACE FUNCTION public.enqueue_job(task text, payload jsonb, run_at timestamp with time zone, job_key text, queue text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select graphile_worker.add_job(
      task,
      json_build_object('companyId', public.current_company(), 'payload', payload),
      queue_name => queue,
      run_at => run_at,
      job_key => job_key,
      max_attempts => 25,
      priority => (
        select count(*)::integer
        from (
          select
          from graphile_worker._private_jobs waiting
          where waiting.payload ->> 'companyId' = public.current_company()::text
            and waiting.task_id = (select id from graphile_worker._private_tasks where identifier = enqueue_job.task)
            and waiting.attempts < waiting.max_attempts
          limit 1000
        ) as before
      ),
      flags => array['company ' || public.current_company()]
    );
  $function$;

CREATE OR REPLACE FUNCTION public.plain_text(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, words));

CREATE OR REPLACE FUNCTION public.protect_company_table(name regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy of_company on %s to balcao_app using (company_id = (select current_company()))', name);
  execute format('create policy of_platform on %s to balcao_platform using (true)', name);
  execute format('grant select, insert, update, delete on %s to balcao_app, balcao_platform', name);
end $function$;

CREATE OR REPLACE FUNCTION public.search_contacts(words text, digits text, most integer, skip integer)
 RETURNS TABLE(contact_ids integer[], total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  company constant integer := current_company();
  name_pattern constant text := '%' || regexp_replace(plain_text(words), '([\\%_])', '\\\1', 'g') || '%';
  digits_pattern constant text := '%' || digits || '%';
begin
  return query
    select array_agg(h.id order by h.place) filter (where h.place > skip and h.place <= skip + most), count(*)::integer
    from (
      select c.id, row_number() over (order by c.name, c.id) as place
      from contacts c
      where c.company_id = company and c.removed_at is null
        and (c.name_plain like name_pattern or c.number like digits_pattern)
    ) h;
end $function$;

CREATE OR REPLACE FUNCTION public.search_tickets(words text, digits text, sees_all boolean, viewer_id integer, viewer_queues integer[], sees_queueless boolean, of_owner integer, chosen_queues integer[], unread_only boolean, having_tags integer[], of_users integer[], created_from timestamp with time zone, created_until timestamp with time zone, updated_from timestamp with time zone, updated_until timestamp with time zone, of_status text, most integer, skip integer)
 RETURNS TABLE(ticket_id integer, message_id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 40
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  company constant integer := current_company();
  phrase constant text := plain_text(words);
  phrase_pattern constant text := '%' || regexp_replace(phrase, '([\\%_])', '\\\1', 'g') || '%';
  digits_pattern constant text := '%' || digits || '%';
  wanted constant integer := skip + most;
  sample text[];
  phrase_hits integer;
  word text;
  word_hits integer;
  is_common boolean;
  has_many_names boolean;
  budget integer;
  contact_ids integer[];
  ticket_ids integer[];
  message_ids bigint[];
begin
  contact_ids := array(
    select c.id from contacts c
    where c.company_id = company and (c.name_plain like phrase_pattern or c.number like digits_pattern));
  sample := (select s.words from search_samples s where s.company_id = company);
  phrase_hits := (select count(*) from unnest(sample) w where w like phrase_pattern);
  -- Only runs of three letters or digits have trigrams.
  select r.run, (select count(*) from unnest(sample) w where w like '%' || r.run || '%') as hits
    into word, word_hits
    from (
      select distinct m[1] as run from regexp_matches(phrase, '[a-z0-9]{3,}', 'g') m
    ) r
    where length(r.run) >= 3
    order by hits, length(r.run) desc, r.run
    limit 1;
  -- Common: in 15 of 1,000 messages.
  is_common := cardinality(sample) > 0 and phrase_hits * 1000 >= cardinality(sample) * 15;
  has_many_names := cardinality(contact_ids) > 300;

  -- First a few tickets, then more; without a run for the index as many as there are.
  foreach budget in array case
    when word is null then array[3 * wanted, null]
    when is_common then array[5 * wanted, 15 * wanted]
    else array[]::integer[] end
  loop
    select array_agg(h.id), array_agg(h.message_id) into ticket_ids, message_ids
    from (
      select w.id, f.message_id
      from (
        select t.id, t.contact_id, t.last_at
        from unnest(array['open', 'pending', 'closed']) as s (status)
        cross join lateral (
          select t.* from tickets t
          where t.company_id = company and t.status = s.status and (of_status is null or t.status = of_status)
            and (sees_all
              or (t.status = 'open' and t.user_id = viewer_id)
              or t.queue_id = any (viewer_queues)
              or (t.queue_id is null and sees_queueless))
            and (of_owner is null or t.user_id = of_owner)
            and (chosen_queues is null or t.queue_id = any (chosen_queues) or t.queue_id is null)
            and (not unread_only or t.unread > 0)
            and (cardinality(having_tags) = 0 or cardinality(having_tags) = (
              select count(*) from ticket_tags tt
              where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (having_tags)))
            and (cardinality(of_users) = 0 or t.user_id = any (of_users))
            and (created_from is null or (t.created_at >= created_from and t.created_at < created_until))
            and (updated_from is null or (t.last_at >= updated_from and t.last_at < updated_until))
          order by t.last_at desc, t.id desc
          limit budget
        ) t
        order by t.last_at desc, t.id desc
        limit budget
      ) w
      cross join lateral (
        select null::bigint as message_id where w.contact_id = any (contact_ids)
        union all
        -- The empty text keeps the planner from asking the trigrams anew for each ticket.
        (select m.id from messages m
        where m.company_id = company and m.ticket_id = w.id and not m.is_deleted
          and m.body_plain || '' like phrase_pattern
        order by m.id desc
        limit 1)
        limit 1
      ) f
      order by w.last_at desc, w.id desc
      limit wanted
    ) h;
    if budget is null or cardinality(ticket_ids) = wanted then
      return query
        select r.id, r.message from unnest(ticket_ids, message_ids) with ordinality as r (id, message, place)
        where r.place > skip order by r.place;
      return;
    end if;
  end loop;

  -- A phrase much rarer than its rarest word goes to the index whole.
  if phrase_hits * 2 < word_hits then word := phrase; end if;
  return query
    select t.id, f.message_id
    from (
      select h.ticket_id, case when bool_or(h.message_id is null) then null else max(h.message_id) end as message_id
      from (
        select m.ticket_id, m.id as message_id from messages m
        where m.company_id = company and not m.is_deleted
          and m.body_plain like '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
          and m.body_plain || '' like phrase_pattern
        union all
        select c.id, null from tickets c
        where not has_many_names and c.company_id = company and c.contact_id = any (contact_ids)
        union all
        -- Of the name of hundreds, the tickets in the order of the answer: no more of them can stand on the page.
        select n.id, null
        from unnest(array['open', 'pending', 'closed']) as s (status)
        cross join lateral (
          select t.id from tickets t
          where has_many_names and t.company_id = company and t.status = s.status
            and (of_status is null or t.status = of_status) and t.contact_id = any (contact_ids)
            and (sees_all
              or (t.status = 'open' and t.user_id = viewer_id)
              or t.queue_id = any (viewer_queues)
              or (t.queue_id is null and sees_queueless))
            and (of_owner is null or t.user_id = of_owner)
            and (chosen_queues is null or t.queue_id = any (chosen_queues) or t.queue_id is null)
            and (not unread_only or t.unread > 0)
            and (cardinality(having_tags) = 0 or cardinality(having_tags) = (
              select count(*) from ticket_tags tt
              where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (having_tags)))
            and (cardinality(of_users) = 0 or t.user_id = any (of_users))
            and (created_from is null or (t.created_at >= created_from and t.created_at < created_until))
            and (updated_from is null or (t.last_at >= updated_from and t.last_at < updated_until))
          order by t.last_at desc, t.id desc
          limit wanted
        ) n
      ) h
      group by h.ticket_id
    ) f
    join tickets t on t.company_id = company and t.id = f.ticket_id
    where (of_status is null or t.status = of_status)
      and (sees_all
        or (t.status = 'open' and t.user_id = viewer_id)
        or t.queue_id = any (viewer_queues)
        or (t.queue_id is null and sees_queueless))
      and (of_owner is null or t.user_id = of_owner)
      and (chosen_queues is null or t.queue_id = any (chosen_queues) or t.queue_id is null)
      and (not unread_only or t.unread > 0)
      and (cardinality(having_tags) = 0 or cardinality(having_tags) = (
        select count(*) from ticket_tags tt
        where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (having_tags)))
      and (cardinality(of_users) = 0 or t.user_id = any (of_users))
      and (created_from is null or (t.created_at >= created_from and t.created_at < created_until))
      and (updated_from is null or (t.last_at >= updated_from and t.last_at < updated_until))
    order by t.last_at desc, t.id desc
    limit most offset skip;
end $function$;

CREATE OR REPLACE FUNCTION public.tally_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    -- Not of a company that goes with all it has.
    insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets)
    select old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1
    where exists (select from companies c where c.id = old.company_id);
  elsif tg_op = 'INSERT' then
    insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets)
    values (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  else
    insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1),
      (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.wire_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

-- What the migrations make of an empty database, printed by "node tools/print-schema.mjs". Never run.

create table announcements (
  id integer not null generated as identity,
  title text not null,
  text text not null,
  priority smallint not null default 3,
  is_active boolean not null default true,
  media jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_priority_check CHECK (((priority >= 1) AND (priority <= 3)))
);
grant select on announcements to balcao_app;
grant delete, insert, select, update on announcements to balcao_platform;

create table api_rates (
  company_id integer not null,
  connection_id integer not null,
  minute timestamp with time zone not null,
  calls integer not null,
  constraint api_rates_pkey PRIMARY KEY (company_id, connection_id),
  constraint api_rates_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint api_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table api_rates enable row level security;
alter table api_rates force row level security;
create policy of_company on api_rates for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on api_rates for all to balcao_platform using (true);
grant delete, insert, select, update on api_rates to balcao_app;
grant delete, insert, select, update on api_rates to balcao_platform;

create table api_sends (
  company_id integer not null,
  connection_id integer not null,
  idempotency_key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint api_sends_pkey PRIMARY KEY (company_id, connection_id, idempotency_key),
  constraint api_sends_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 200))),
  constraint api_sends_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint api_sends_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table api_sends enable row level security;
alter table api_sends force row level security;
create policy of_company on api_sends for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on api_sends for all to balcao_platform using (true);
CREATE INDEX api_sends_by_age ON public.api_sends USING btree (company_id, created_at);
grant delete, insert, select, update on api_sends to balcao_app;
grant delete, insert, select, update on api_sends to balcao_platform;

create table audit_entries (
  company_id integer not null,
  id bigint not null generated as identity,
  at timestamp with time zone not null,
  act text not null,
  user_id integer,
  user_name text,
  address text,
  subject_id bigint,
  subject_name text,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_entries_pkey PRIMARY KEY (company_id, id)
);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy of_company on audit_entries for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on audit_entries for all to balcao_platform using (true);
CREATE INDEX audit_entries_by_act ON public.audit_entries USING btree (company_id, act, at, id);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (company_id, at, id);
CREATE INDEX audit_entries_by_user ON public.audit_entries USING btree (company_id, user_id, at, id);
CREATE INDEX audit_entries_over_all ON public.audit_entries USING btree (at, id);
CREATE INDEX audit_entries_over_all_by_act ON public.audit_entries USING btree (act, at, id);
grant insert, select on audit_entries to balcao_app;
grant delete, insert, select on audit_entries to balcao_platform;

create table bot_conversations (
  company_id integer not null,
  contact_id integer not null,
  ticket_id integer,
  stage text,
  option_id integer,
  invalid_answers integer not null default 0,
  menu_at timestamp with time zone,
  is_taken_over boolean not null default false,
  out_of_hours_at timestamp with time zone,
  rating_ticket_id integer,
  rating_asked_at timestamp with time zone,
  constraint bot_conversations_pkey PRIMARY KEY (company_id, contact_id),
  constraint bot_conversations_stage_check CHECK ((stage = ANY (ARRAY['queues'::text, 'options'::text, 'ended'::text]))),
  constraint bot_conversations_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint bot_conversations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint bot_conversations_company_id_option_id_fkey FOREIGN KEY (company_id, option_id) REFERENCES queue_options(company_id, id) ON DELETE SET NULL (option_id),
  constraint bot_conversations_company_id_rating_ticket_id_fkey FOREIGN KEY (company_id, rating_ticket_id) REFERENCES tickets(company_id, id) ON DELETE SET NULL (rating_ticket_id),
  constraint bot_conversations_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE SET NULL (ticket_id)
);
alter table bot_conversations enable row level security;
alter table bot_conversations force row level security;
create policy of_company on bot_conversations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on bot_conversations for all to balcao_platform using (true);
CREATE INDEX bot_conversations_at_option ON public.bot_conversations USING btree (company_id, option_id) WHERE (option_id IS NOT NULL);
CREATE INDEX bot_conversations_of_ticket ON public.bot_conversations USING btree (company_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX bot_conversations_to_rate ON public.bot_conversations USING btree (company_id, rating_ticket_id) WHERE (rating_ticket_id IS NOT NULL);
grant delete, insert, select, update on bot_conversations to balcao_app;
grant delete, insert, select, update on bot_conversations to balcao_platform;

create table bot_talks (
  company_id integer not null,
  ticket_id integer not null,
  answered_id bigint,
  session text,
  session_at timestamp with time zone,
  tries integer not null default 0,
  transcripts jsonb not null default '{}'::jsonb,
  constraint bot_talks_pkey PRIMARY KEY (company_id, ticket_id),
  constraint bot_talks_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE
);
alter table bot_talks enable row level security;
alter table bot_talks force row level security;
create policy of_company on bot_talks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on bot_talks for all to balcao_platform using (true);
grant delete, insert, select, update on bot_talks to balcao_app;
grant delete, insert, select, update on bot_talks to balcao_platform;

create table campaign_opt_outs (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  number text not null,
  phone text not null,
  word text,
  campaign_id integer,
  created_at timestamp with time zone not null,
  constraint campaign_opt_outs_pkey PRIMARY KEY (company_id, id),
  constraint campaign_opt_outs_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE SET NULL (campaign_id),
  constraint campaign_opt_outs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table campaign_opt_outs enable row level security;
alter table campaign_opt_outs force row level security;
create policy of_company on campaign_opt_outs for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on campaign_opt_outs for all to balcao_platform using (true);
CREATE INDEX campaign_opt_outs_of_campaign ON public.campaign_opt_outs USING btree (company_id, campaign_id) WHERE (campaign_id IS NOT NULL);
CREATE UNIQUE INDEX campaign_opt_outs_once ON public.campaign_opt_outs USING btree (company_id, phone);
grant delete, insert, select, update on campaign_opt_outs to balcao_app;
grant delete, insert, select, update on campaign_opt_outs to balcao_platform;

create table campaign_settings (
  company_id integer not null,
  message_interval smallint not null,
  longer_interval_after smallint not null,
  greater_interval smallint not null,
  variables jsonb not null,
  opt_out_word text not null,
  updated_at timestamp with time zone not null,
  constraint campaign_settings_pkey PRIMARY KEY (company_id),
  constraint campaign_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table campaign_settings enable row level security;
alter table campaign_settings force row level security;
create policy of_company on campaign_settings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on campaign_settings for all to balcao_platform using (true);
grant delete, insert, select, update on campaign_settings to balcao_app;
grant delete, insert, select, update on campaign_settings to balcao_platform;

create table campaign_shipping (
  company_id integer not null,
  id bigint not null generated as identity,
  campaign_id integer not null,
  item_id integer not null,
  name text not null,
  number text not null,
  phone text not null,
  email text not null,
  is_valid boolean,
  state text not null,
  reason text,
  attempts smallint not null default 0,
  contact_id integer,
  confirmation_message_id bigint,
  message_id bigint,
  confirmation_requested_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  received_at timestamp with time zone,
  read_at timestamp with time zone,
  failed_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  name_plain text not null generated always as (plain_text(name)) stored,
  created_at timestamp with time zone not null,
  constraint campaign_shipping_pkey PRIMARY KEY (company_id, id),
  constraint campaign_shipping_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'asked'::text, 'confirmed'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'skipped'::text]))),
  constraint campaign_shipping_company_id_campaign_id_fkey FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns(company_id, id) ON DELETE CASCADE,
  constraint campaign_shipping_company_id_confirmation_message_id_fkey FOREIGN KEY (company_id, confirmation_message_id) REFERENCES messages(company_id, id) ON DELETE SET NULL (confirmation_message_id),
  constraint campaign_shipping_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE SET NULL (contact_id),
  constraint campaign_shipping_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE SET NULL (message_id)
);
alter table campaign_shipping enable row level security;
alter table campaign_shipping force row level security;
create policy of_company on campaign_shipping for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on campaign_shipping for all to balcao_platform using (true);
CREATE INDEX campaign_shipping_in_order ON public.campaign_shipping USING btree (company_id, campaign_id, id);
CREATE INDEX campaign_shipping_of_contact ON public.campaign_shipping USING btree (company_id, contact_id, id) WHERE (contact_id IS NOT NULL);
CREATE INDEX campaign_shipping_of_message ON public.campaign_shipping USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX campaign_shipping_of_phone ON public.campaign_shipping USING btree (company_id, phone);
CREATE INDEX campaign_shipping_of_request ON public.campaign_shipping USING btree (company_id, confirmation_message_id) WHERE (confirmation_message_id IS NOT NULL);
CREATE UNIQUE INDEX campaign_shipping_once ON public.campaign_shipping USING btree (company_id, campaign_id, phone);
CREATE INDEX campaign_shipping_open ON public.campaign_shipping USING btree (company_id, campaign_id, state, is_valid, id) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text, 'asked'::text, 'confirmed'::text]));
CREATE TRIGGER count_added AFTER INSERT ON public.campaign_shipping REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_shipping();
CREATE TRIGGER count_changed AFTER UPDATE ON public.campaign_shipping REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_shipping();
CREATE TRIGGER count_removed AFTER DELETE ON public.campaign_shipping REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_shipping();
grant delete, insert, select, update on campaign_shipping to balcao_app;
grant delete, insert, select, update on campaign_shipping to balcao_platform;

create table campaign_slots (
  company_id integer not null,
  connection_id integer not null,
  is_active boolean not null,
  look_at timestamp with time zone not null,
  paced_until timestamp with time zone not null,
  long_pause_ended_at timestamp with time zone not null,
  constraint campaign_slots_pkey PRIMARY KEY (company_id, connection_id),
  constraint campaign_slots_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table campaign_slots enable row level security;
alter table campaign_slots force row level security;
create policy of_company on campaign_slots for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on campaign_slots for all to balcao_platform using (true);
CREATE INDEX campaign_slots_due ON public.campaign_slots USING btree (look_at) WHERE is_active;
grant delete, insert, select, update on campaign_slots to balcao_app;
grant delete, insert, select, update on campaign_slots to balcao_platform;

create table campaign_writings (
  company_id integer not null,
  id bigint not null generated as identity,
  contact_id integer not null,
  campaign_name text not null,
  name text not null,
  number text not null,
  phone text not null,
  message_id bigint,
  written_at timestamp with time zone not null,
  constraint campaign_writings_pkey PRIMARY KEY (company_id, id),
  constraint campaign_writings_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint campaign_writings_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE SET NULL (message_id)
);
alter table campaign_writings enable row level security;
alter table campaign_writings force row level security;
create policy of_company on campaign_writings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on campaign_writings for all to balcao_platform using (true);
CREATE INDEX campaign_writings_of_contact ON public.campaign_writings USING btree (company_id, contact_id);
CREATE INDEX campaign_writings_of_message ON public.campaign_writings USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX campaign_writings_of_phone ON public.campaign_writings USING btree (company_id, phone);
CREATE INDEX campaign_writings_old ON public.campaign_writings USING btree (written_at);
grant delete, insert, select, update on campaign_writings to balcao_app;
grant delete, insert, select, update on campaign_writings to balcao_platform;

create table campaigns (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  messages text[] not null,
  confirmation_messages text[] not null,
  status text not null default 'INATIVA'::text,
  confirmation boolean not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  paused_because text,
  paused_at timestamp with time zone,
  failure text,
  connection_id integer,
  contact_list_id integer,
  tag_id integer,
  file_list_id integer,
  media jsonb,
  turn_at timestamp with time zone,
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
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint campaigns_pkey PRIMARY KEY (company_id, id),
  constraint campaigns_confirmation_messages_check CHECK ((cardinality(confirmation_messages) = 5)),
  constraint campaigns_messages_check CHECK ((cardinality(messages) = 5)),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['INATIVA'::text, 'PROGRAMADA'::text, 'EM_ANDAMENTO'::text, 'CANCELADA'::text, 'FINALIZADA'::text]))),
  constraint campaigns_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint campaigns_company_id_contact_list_id_fkey FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists(company_id, id) ON DELETE SET NULL (contact_list_id),
  constraint campaigns_company_id_file_list_id_fkey FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists(company_id, id) ON DELETE SET NULL (file_list_id),
  constraint campaigns_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint campaigns_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES tags(company_id, id) ON DELETE SET NULL (tag_id)
);
alter table campaigns enable row level security;
alter table campaigns force row level security;
create policy of_company on campaigns for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on campaigns for all to balcao_platform using (true);
CREATE INDEX campaigns_by_file ON public.campaigns USING btree (company_id, ((media ->> 'key'::text))) WHERE ((media ->> 'key'::text) IS NOT NULL);
CREATE INDEX campaigns_of_connection ON public.campaigns USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX campaigns_of_contact_list ON public.campaigns USING btree (company_id, contact_list_id) WHERE (contact_list_id IS NOT NULL);
CREATE INDEX campaigns_of_file_list ON public.campaigns USING btree (company_id, file_list_id) WHERE (file_list_id IS NOT NULL);
CREATE INDEX campaigns_of_tag ON public.campaigns USING btree (company_id, tag_id) WHERE (tag_id IS NOT NULL);
CREATE INDEX campaigns_planned ON public.campaigns USING btree (scheduled_at) WHERE (status = 'PROGRAMADA'::text);
grant delete, insert, select, update on campaigns to balcao_app;
grant delete, insert, select, update on campaigns to balcao_platform;

create table chat_members (
  company_id integer not null,
  chat_id integer not null,
  user_id integer not null,
  unreads integer not null default 0,
  is_mentioned boolean not null default false,
  joined_at timestamp with time zone not null,
  constraint chat_members_pkey PRIMARY KEY (company_id, chat_id, user_id),
  constraint chat_members_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chat_members_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table chat_members enable row level security;
alter table chat_members force row level security;
create policy of_company on chat_members for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on chat_members for all to balcao_platform using (true);
CREATE INDEX chat_members_of_user ON public.chat_members USING btree (company_id, user_id);
grant delete, insert, select, update on chat_members to balcao_app;
grant delete, insert, select, update on chat_members to balcao_platform;

create table chat_messages (
  company_id integer not null,
  id integer not null generated as identity,
  chat_id integer not null,
  sender_id integer,
  client_id uuid not null,
  message text not null,
  media jsonb,
  mentions jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  constraint chat_messages_pkey PRIMARY KEY (company_id, id),
  constraint chat_messages_company_id_chat_id_fkey FOREIGN KEY (company_id, chat_id) REFERENCES chats(company_id, id) ON DELETE CASCADE,
  constraint chat_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chat_messages_company_id_sender_id_fkey FOREIGN KEY (company_id, sender_id) REFERENCES users(company_id, id) ON DELETE SET NULL (sender_id)
);
alter table chat_messages enable row level security;
alter table chat_messages force row level security;
create policy of_company on chat_messages for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on chat_messages for all to balcao_platform using (true);
CREATE INDEX chat_messages_by_file ON public.chat_messages USING btree (company_id, ((media ->> 'key'::text))) WHERE ((media ->> 'key'::text) IS NOT NULL);
CREATE INDEX chat_messages_of_chat ON public.chat_messages USING btree (company_id, chat_id, id);
CREATE INDEX chat_messages_of_sender ON public.chat_messages USING btree (company_id, sender_id, created_at);
CREATE UNIQUE INDEX chat_messages_once ON public.chat_messages USING btree (company_id, chat_id, sender_id, client_id);
grant delete, insert, select, update on chat_messages to balcao_app;
grant delete, insert, select, update on chat_messages to balcao_platform;

create table chats (
  company_id integer not null,
  id integer not null generated as identity,
  uuid uuid not null,
  title text not null,
  owner_id integer,
  direct_pair text,
  last_message text not null default ''::text,
  message_count integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint chats_pkey PRIMARY KEY (company_id, id),
  constraint chats_company_id_direct_pair_key UNIQUE (company_id, direct_pair),
  constraint chats_company_id_uuid_key UNIQUE (company_id, uuid),
  constraint chats_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint chats_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users(company_id, id) ON DELETE SET NULL (owner_id)
);
alter table chats enable row level security;
alter table chats force row level security;
create policy of_company on chats for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on chats for all to balcao_platform using (true);
CREATE INDEX chats_of_owner ON public.chats USING btree (company_id, owner_id, created_at);
grant delete, insert, select, update on chats to balcao_app;
grant delete, insert, select, update on chats to balcao_platform;

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
  recurrence text not null default 'MENSAL'::text,
  billing_name text,
  address_zip_code text,
  address_street text,
  address_state text,
  address_city text,
  address_district text,
  referred_by integer,
  delete_at timestamp with time zone,
  schedules jsonb not null default '[{"endTime": "18:00", "weekday": "Segunda-feira", "startTime": "08:00", "weekdayEn": "monday"}, {"endTime": "18:00", "weekday": "Terça-feira", "startTime": "08:00", "weekdayEn": "tuesday"}, {"endTime": "18:00", "weekday": "Quarta-feira", "startTime": "08:00", "weekdayEn": "wednesday"}, {"endTime": "18:00", "weekday": "Quinta-feira", "startTime": "08:00", "weekdayEn": "thursday"}, {"endTime": "18:00", "weekday": "Sexta-feira", "startTime": "08:00", "weekdayEn": "friday"}, {"endTime": "12:00", "weekday": "Sábado", "startTime": "08:00", "weekdayEn": "saturday"}, {"endTime": "00:00", "weekday": "Domingo", "startTime": "00:00", "weekdayEn": "sunday"}]'::jsonb,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_recurrence_check CHECK ((recurrence = ANY (ARRAY['MENSAL'::text, 'BIMESTRAL'::text, 'TRIMESTRAL'::text, 'SEMESTRAL'::text, 'ANUAL'::text]))),
  constraint companies_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id)
);
alter table companies enable row level security;
alter table companies force row level security;
create policy of_company on companies for all to balcao_app using ((id = ( SELECT current_company() AS current_company)));
create policy of_platform on companies for all to balcao_platform using (true);
CREATE UNIQUE INDEX companies_name ON public.companies USING btree (lower(name));
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
  desired_state text not null default 'link'::text,
  desired_version integer not null default 1,
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
  history_last_received boolean not null default false,
  send_queue_id integer,
  time_send_queue integer not null default 0,
  time_use_bot_queues integer not null default 0,
  max_use_bot_queues integer not null default 3,
  expires_ticket integer not null default 0,
  expires_inactive_message text not null default ''::text,
  token_hash bytea,
  token_last_four text,
  token_created_at timestamp with time zone,
  prompt_id integer,
  integration_id integer,
  step text,
  constraint connections_pkey PRIMARY KEY (company_id, id),
  constraint connections_check CHECK ((num_nulls(token_hash, token_last_four, token_created_at) = ANY (ARRAY[0, 3]))),
  constraint connections_desired_state_check CHECK ((desired_state = ANY (ARRAY['link'::text, 'new-qr'::text, 'log-out'::text]))),
  constraint connections_expires_ticket_check CHECK ((expires_ticket >= 0)),
  constraint connections_history_state_check CHECK ((history_state = ANY (ARRAY['none'::text, 'running'::text, 'done'::text]))),
  constraint connections_max_use_bot_queues_check CHECK ((max_use_bot_queues >= 0)),
  constraint connections_status_check CHECK ((status = ANY (ARRAY['OPENING'::text, 'qrcode'::text, 'PAIRING'::text, 'CONNECTED'::text, 'TIMEOUT'::text, 'DISCONNECTED'::text]))),
  constraint connections_time_send_queue_check CHECK ((time_send_queue >= 0)),
  constraint connections_time_use_bot_queues_check CHECK ((time_use_bot_queues >= 0)),
  constraint connections_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint connections_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint connections_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id) ON DELETE SET NULL (prompt_id),
  constraint connections_company_id_send_queue_id_fkey FOREIGN KEY (company_id, send_queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (send_queue_id)
);
alter table connections enable row level security;
alter table connections force row level security;
create policy of_company on connections for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on connections for all to balcao_platform using (true);
CREATE INDEX connections_by_send_queue ON public.connections USING btree (company_id, send_queue_id) WHERE (send_queue_id IS NOT NULL);
CREATE UNIQUE INDEX connections_default ON public.connections USING btree (company_id) WHERE is_default;
CREATE UNIQUE INDEX connections_name ON public.connections USING btree (company_id, lower(name));
CREATE INDEX connections_of_integration ON public.connections USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX connections_of_prompt ON public.connections USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX connections_that_close ON public.connections USING btree (company_id, id) WHERE (expires_ticket > 0);
CREATE INDEX connections_that_redirect ON public.connections USING btree (company_id, id) WHERE ((time_send_queue > 0) AND (send_queue_id IS NOT NULL));
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

create table contact_counter_deltas (
  company_id integer not null,
  day date not null,
  id bigint not null generated as identity,
  created integer not null,
  listed integer not null,
  is_compacted boolean not null default false,
  constraint contact_counter_deltas_pkey PRIMARY KEY (company_id, day, id),
  constraint contact_counter_deltas_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table contact_counter_deltas enable row level security;
alter table contact_counter_deltas force row level security;
create policy of_company on contact_counter_deltas for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contact_counter_deltas for all to balcao_platform using (true);
grant delete, insert, select, update on contact_counter_deltas to balcao_app;
grant delete, insert, select, update on contact_counter_deltas to balcao_platform;

create table contact_import_rows (
  company_id integer not null,
  import_id integer not null,
  place integer not null,
  row_number integer not null,
  cells jsonb not null,
  outcome text,
  phone text,
  constraint contact_import_rows_pkey PRIMARY KEY (company_id, import_id, place),
  constraint contact_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'known'::text, 'noNumber'::text, 'wrongNumber'::text, 'wrongName'::text, 'wrongEmail'::text]))),
  constraint contact_import_rows_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES contact_imports(company_id, id) ON DELETE CASCADE
);
alter table contact_import_rows enable row level security;
alter table contact_import_rows force row level security;
create policy of_company on contact_import_rows for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contact_import_rows for all to balcao_platform using (true);
CREATE INDEX contact_import_rows_of_phone ON public.contact_import_rows USING btree (company_id, phone) WHERE (phone IS NOT NULL);
grant delete, insert, select, update on contact_import_rows to balcao_app;
grant delete, insert, select, update on contact_import_rows to balcao_platform;

create table contact_imports (
  company_id integer not null,
  id integer not null generated as identity,
  user_id integer,
  source text not null,
  file_name text not null,
  state text not null,
  has_header boolean not null,
  columns jsonb not null,
  targets text[] not null,
  row_count integer not null,
  done_place integer not null default 0,
  created_count integer not null default 0,
  known_count integer not null default 0,
  wrong_count integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint contact_imports_pkey PRIMARY KEY (company_id, id),
  constraint contact_imports_source_check CHECK ((source = ANY (ARRAY['file'::text, 'phone-book'::text]))),
  constraint contact_imports_state_check CHECK ((state = ANY (ARRAY['preview'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint contact_imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint contact_imports_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table contact_imports enable row level security;
alter table contact_imports force row level security;
create policy of_company on contact_imports for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contact_imports for all to balcao_platform using (true);
CREATE INDEX contact_imports_of_user ON public.contact_imports USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on contact_imports to balcao_app;
grant delete, insert, select, update on contact_imports to balcao_platform;

create table contact_list_items (
  company_id integer not null,
  id integer not null generated as identity,
  contact_list_id integer not null,
  name text not null,
  number text not null,
  phone text not null,
  email text not null,
  is_whatsapp_valid boolean not null default false,
  checked_at timestamp with time zone,
  is_check_due boolean not null,
  check_tries smallint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint contact_list_items_pkey PRIMARY KEY (company_id, id),
  constraint contact_list_items_company_id_contact_list_id_fkey FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists(company_id, id) ON DELETE CASCADE
);
alter table contact_list_items enable row level security;
alter table contact_list_items force row level security;
create policy of_company on contact_list_items for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contact_list_items for all to balcao_platform using (true);
CREATE INDEX contact_list_items_by_name ON public.contact_list_items USING btree (company_id, contact_list_id, plain_text(name), id);
CREATE UNIQUE INDEX contact_list_items_by_phone ON public.contact_list_items USING btree (company_id, contact_list_id, phone);
CREATE INDEX contact_list_items_due ON public.contact_list_items USING btree (company_id, check_tries, id) WHERE is_check_due;
CREATE INDEX contact_list_items_of_phone ON public.contact_list_items USING btree (company_id, phone);
CREATE TRIGGER count_added AFTER INSERT ON public.contact_list_items REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER count_changed AFTER UPDATE ON public.contact_list_items REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
CREATE TRIGGER count_removed AFTER DELETE ON public.contact_list_items REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_listed();
grant delete, insert, select, update on contact_list_items to balcao_app;
grant delete, insert, select, update on contact_list_items to balcao_platform;

create table contact_lists (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  item_count integer not null default 0,
  valid_count integer not null default 0,
  invalid_count integer not null default 0,
  due_count integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint contact_lists_pkey PRIMARY KEY (company_id, id),
  constraint contact_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table contact_lists enable row level security;
alter table contact_lists force row level security;
create policy of_company on contact_lists for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on contact_lists for all to balcao_platform using (true);
CREATE INDEX contact_lists_by_name ON public.contact_lists USING btree (company_id, plain_text(name), id);
grant delete, insert, select, update on contact_lists to balcao_app;
grant delete, insert, select, update on contact_lists to balcao_platform;

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
CREATE INDEX contacts_removed ON public.contacts USING btree (company_id, name, id) WHERE (removed_at IS NOT NULL);
CREATE UNIQUE INDEX contacts_uuid ON public.contacts USING btree (company_id, uuid);
CREATE INDEX contacts_words ON public.contacts USING gin (company_id, name_plain gin_trgm_ops, number gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE TRIGGER add_changed_contact_delta AFTER UPDATE ON public.contacts FOR EACH ROW WHEN (((old.created_at IS DISTINCT FROM new.created_at) OR ((old.removed_at IS NULL) IS DISTINCT FROM (new.removed_at IS NULL)))) EXECUTE FUNCTION add_changed_contact_delta();
CREATE TRIGGER add_gone_contact_deltas AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION add_contact_deltas();
CREATE TRIGGER add_new_contact_deltas AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_contact_deltas();
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

create table early_changes (
  company_id integer not null,
  id bigint not null generated as identity,
  connection_id integer not null,
  whatsapp_id text not null,
  from_me boolean not null,
  chat text not null,
  inbound jsonb not null,
  created_at timestamp with time zone not null,
  constraint early_changes_pkey PRIMARY KEY (company_id, id),
  constraint early_changes_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table early_changes enable row level security;
alter table early_changes force row level security;
create policy of_company on early_changes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on early_changes for all to balcao_platform using (true);
CREATE INDEX early_changes_of_chat ON public.early_changes USING btree (company_id, connection_id, chat, id);
CREATE INDEX early_changes_of_message ON public.early_changes USING btree (company_id, connection_id, whatsapp_id, from_me);
CREATE INDEX early_changes_old ON public.early_changes USING btree (created_at);
grant delete, insert, select, update on early_changes to balcao_app;
grant delete, insert, select, update on early_changes to balcao_platform;

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

create table file_list_options (
  company_id integer not null,
  id integer not null generated as identity,
  file_list_id integer not null,
  place integer not null,
  name text not null,
  media jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint file_list_options_pkey PRIMARY KEY (company_id, id),
  constraint file_list_options_company_id_file_list_id_fkey FOREIGN KEY (company_id, file_list_id) REFERENCES file_lists(company_id, id) ON DELETE CASCADE
);
alter table file_list_options enable row level security;
alter table file_list_options force row level security;
create policy of_company on file_list_options for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on file_list_options for all to balcao_platform using (true);
CREATE INDEX file_list_options_by_file ON public.file_list_options USING btree (company_id, ((media ->> 'key'::text))) WHERE ((media ->> 'key'::text) IS NOT NULL);
CREATE INDEX file_list_options_of_list ON public.file_list_options USING btree (company_id, file_list_id, place);
grant delete, insert, select, update on file_list_options to balcao_app;
grant delete, insert, select, update on file_list_options to balcao_platform;

create table file_lists (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  message text not null,
  user_id integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint file_lists_pkey PRIMARY KEY (company_id, id),
  constraint file_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint file_lists_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table file_lists enable row level security;
alter table file_lists force row level security;
create policy of_company on file_lists for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on file_lists for all to balcao_platform using (true);
CREATE UNIQUE INDEX file_lists_by_name ON public.file_lists USING btree (company_id, lower(name));
CREATE INDEX file_lists_of_user ON public.file_lists USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on file_lists to balcao_app;
grant delete, insert, select, update on file_lists to balcao_platform;

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

create table holidays (
  company_id integer not null,
  id integer not null generated as identity,
  day date not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint holidays_pkey PRIMARY KEY (company_id, id),
  constraint holidays_company_id_day_key UNIQUE (company_id, day),
  constraint holidays_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table holidays enable row level security;
alter table holidays force row level security;
create policy of_company on holidays for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on holidays for all to balcao_platform using (true);
grant delete, insert, select, update on holidays to balcao_app;
grant delete, insert, select, update on holidays to balcao_platform;

create table inbound_events (
  company_id integer not null,
  id bigint not null generated as identity,
  connection_id integer not null,
  key text not null,
  chat text not null,
  partition smallint not null,
  content bytea not null,
  needs_acknowledgement boolean not null,
  done_at timestamp with time zone,
  attempts smallint not null default 0,
  dead_because text,
  received_at timestamp with time zone not null,
  constraint inbound_events_pkey PRIMARY KEY (company_id, id),
  constraint inbound_events_company_id_connection_id_key_key UNIQUE (company_id, connection_id, key),
  constraint inbound_events_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE
);
alter table inbound_events enable row level security;
alter table inbound_events force row level security;
create policy of_company on inbound_events for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on inbound_events for all to balcao_platform using (true);
CREATE INDEX inbound_events_dead ON public.inbound_events USING btree (company_id, id) WHERE ((dead_because IS NOT NULL) AND (done_at IS NULL));
CREATE INDEX inbound_events_done ON public.inbound_events USING btree (company_id, done_at);
CREATE INDEX inbound_events_unacknowledged ON public.inbound_events USING btree (company_id, connection_id, id) WHERE needs_acknowledgement;
CREATE INDEX inbound_events_waiting ON public.inbound_events USING btree (company_id, connection_id, partition, id) WHERE ((done_at IS NULL) AND (dead_because IS NULL));
grant delete, insert, select, update on inbound_events to balcao_app;
grant delete, insert, select, update on inbound_events to balcao_platform;

create table invoices (
  company_id integer not null,
  id integer not null generated as identity,
  detail text not null,
  value numeric(12,2) not null,
  due_date date not null,
  status text not null default 'open'::text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  plan_id integer,
  recurrence text,
  constraint invoices_pkey PRIMARY KEY (company_id, id),
  constraint invoices_check CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'cancelled'::text]))),
  constraint invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint invoices_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE SET NULL
);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy of_company on invoices for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on invoices for all to balcao_platform using (true);
CREATE INDEX invoices_cancelled ON public.invoices USING btree (company_id, due_date) WHERE (status = 'cancelled'::text);
CREATE INDEX invoices_of_plan ON public.invoices USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX invoices_of_platform ON public.invoices USING btree (id DESC);
CREATE UNIQUE INDEX invoices_open ON public.invoices USING btree (company_id) WHERE (status = 'open'::text);
grant delete, insert, select, update on invoices to balcao_app;
grant delete, insert, select, update on invoices to balcao_platform;

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
  link_preview jsonb,
  origin text,
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
CREATE INDEX messages_of_author ON public.messages USING btree (company_id, author_contact_id, id) WHERE (author_contact_id IS NOT NULL);
CREATE INDEX messages_of_connection ON public.messages USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX messages_of_contact ON public.messages USING btree (company_id, contact_id, id);
CREATE INDEX messages_of_ticket ON public.messages USING btree (company_id, ticket_id, id);
CREATE INDEX messages_of_user ON public.messages USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX messages_quoting ON public.messages USING btree (company_id, quoted_id) WHERE (quoted_id IS NOT NULL);
CREATE UNIQUE INDEX messages_whatsapp_id ON public.messages USING btree (company_id, whatsapp_id, contact_id, from_me, COALESCE(author_contact_id, 0));
CREATE INDEX messages_without_room ON public.messages USING btree (company_id, id) WHERE ((media ->> 'state'::text) = 'no-room'::text);
CREATE INDEX messages_words ON public.messages USING gin (company_id, body_plain gin_trgm_ops) WITH (gin_pending_list_limit='256');
grant delete, insert, select, update on messages to balcao_app;
grant delete, insert, select, update on messages to balcao_platform;
grant select on messages to balcao_searcher;

create table onboardings (
  company_id integer not null,
  dismissed_at timestamp with time zone not null,
  dismissed_by integer,
  constraint onboardings_pkey PRIMARY KEY (company_id),
  constraint onboardings_company_id_dismissed_by_fkey FOREIGN KEY (company_id, dismissed_by) REFERENCES users(company_id, id) ON DELETE SET NULL (dismissed_by),
  constraint onboardings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table onboardings enable row level security;
alter table onboardings force row level security;
create policy of_company on onboardings for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on onboardings for all to balcao_platform using (true);
CREATE INDEX onboardings_by_user ON public.onboardings USING btree (company_id, dismissed_by);
grant delete, insert, select, update on onboardings to balcao_app;
grant delete, insert, select, update on onboardings to balcao_platform;

create table outbox (
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
  constraint outbox_pkey PRIMARY KEY (company_id, id),
  constraint outbox_change_id_check CHECK (((change_id IS NOT NULL) OR (kind <> ALL (ARRAY['edit'::text, 'reaction'::text, 'deletion'::text])))),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'deletion'::text, 'read'::text, 'edit'::text, 'reaction'::text]))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint outbox_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint outbox_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint outbox_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES messages(company_id, id) ON DELETE CASCADE
);
alter table outbox enable row level security;
alter table outbox force row level security;
create policy of_company on outbox for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on outbox for all to balcao_platform using (true);
CREATE INDEX outbox_bulk ON public.outbox USING btree (company_id, connection_id) WHERE ((priority > 0) AND (state = ANY (ARRAY['waiting'::text, 'sending'::text])));
CREATE INDEX outbox_changes ON public.outbox USING btree (company_id, connection_id, change_id) WHERE (change_id IS NOT NULL);
CREATE INDEX outbox_of_message ON public.outbox USING btree (company_id, message_id);
CREATE INDEX outbox_open ON public.outbox USING btree (company_id, connection_id, contact_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
grant delete, insert, select, update on outbox to balcao_app;
grant delete, insert, select, update on outbox to balcao_platform;

create table personal_data_exports (
  company_id integer not null,
  id integer not null generated as identity,
  contact_id integer not null,
  user_id integer,
  state text not null,
  total integer not null default 0,
  done integer not null default 0,
  file_keys text[] not null default '{}'::text[],
  zip_sizes bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint personal_data_exports_pkey PRIMARY KEY (company_id, id),
  constraint personal_data_exports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))),
  constraint personal_data_exports_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  constraint personal_data_exports_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table personal_data_exports enable row level security;
alter table personal_data_exports force row level security;
create policy of_company on personal_data_exports for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on personal_data_exports for all to balcao_platform using (true);
CREATE UNIQUE INDEX personal_data_exports_of_contact ON public.personal_data_exports USING btree (company_id, contact_id);
CREATE INDEX personal_data_exports_of_user ON public.personal_data_exports USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on personal_data_exports to balcao_app;
grant delete, insert, select, update on personal_data_exports to balcao_platform;

create table pix_charges (
  company_id integer not null,
  txid text not null,
  invoice_id integer not null,
  plan_id integer,
  plan_name text not null,
  provider text not null,
  amount numeric(12,2) not null,
  code text,
  state text not null default 'open'::text,
  paid_amount numeric(12,2),
  end_to_end_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  ask_at timestamp with time zone,
  settled_at timestamp with time zone,
  recurrence text,
  exceeds boolean not null default false,
  handled_at timestamp with time zone,
  constraint pix_charges_pkey PRIMARY KEY (company_id, txid),
  constraint pix_charges_provider_check CHECK ((provider = ANY (ARRAY['efi'::text, 'static'::text, 'sandbox'::text]))),
  constraint pix_charges_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'differs'::text, 'surplus'::text]))),
  constraint pix_charges_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES invoices(company_id, id) ON DELETE CASCADE,
  constraint pix_charges_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE SET NULL
);
alter table pix_charges enable row level security;
alter table pix_charges force row level security;
create policy of_company on pix_charges for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on pix_charges for all to balcao_platform using (true);
CREATE UNIQUE INDEX pix_charges_by_txid ON public.pix_charges USING btree (txid);
CREATE INDEX pix_charges_for_attention ON public.pix_charges USING btree (company_id, invoice_id) WHERE ((handled_at IS NULL) AND (exceeds OR (state = ANY (ARRAY['differs'::text, 'surplus'::text]))));
CREATE INDEX pix_charges_of_invoice ON public.pix_charges USING btree (company_id, invoice_id, created_at);
CREATE INDEX pix_charges_of_plan ON public.pix_charges USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX pix_charges_to_ask ON public.pix_charges USING btree (ask_at) WHERE (ask_at IS NOT NULL);
grant delete, insert, select, update on pix_charges to balcao_app;
grant delete, insert, select, update on pix_charges to balcao_platform;

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
  is_public boolean not null default true,
  storage_gigabytes integer,
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_storage_gigabytes_check CHECK ((storage_gigabytes > 0))
);
CREATE UNIQUE INDEX plans_name ON public.plans USING btree (lower(name));
grant select on plans to balcao_app;
grant delete, insert, select, update on plans to balcao_platform;

create table platform_settings (
  key text not null,
  value text not null,
  updated_at timestamp with time zone not null,
  constraint platform_settings_pkey PRIMARY KEY (key)
);
grant insert, select, update on platform_settings to balcao_platform;

create table prompts (
  company_id integer not null,
  id integer not null generated as identity,
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
  last_call_at timestamp with time zone,
  last_failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint prompts_pkey PRIMARY KEY (company_id, id),
  constraint prompts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint prompts_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id)
);
alter table prompts enable row level security;
alter table prompts force row level security;
create policy of_company on prompts for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on prompts for all to balcao_platform using (true);
CREATE INDEX prompts_of_queue ON public.prompts USING btree (company_id, queue_id);
grant delete, insert, select, update on prompts to balcao_app;
grant delete, insert, select, update on prompts to balcao_platform;

create table queue_integrations (
  company_id integer not null,
  id integer not null generated as identity,
  type text not null,
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
  last_call_at timestamp with time zone,
  last_failure text,
  failures integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint queue_integrations_pkey PRIMARY KEY (company_id, id),
  constraint queue_integrations_type_check CHECK ((type = ANY (ARRAY['dialogflow'::text, 'n8n'::text, 'webhook'::text, 'typebot'::text]))),
  constraint queue_integrations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table queue_integrations enable row level security;
alter table queue_integrations force row level security;
create policy of_company on queue_integrations for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on queue_integrations for all to balcao_platform using (true);
grant delete, insert, select, update on queue_integrations to balcao_app;
grant delete, insert, select, update on queue_integrations to balcao_platform;

create table queue_options (
  company_id integer not null,
  id integer not null generated as identity,
  queue_id integer not null,
  parent_id integer,
  option integer not null,
  title text not null,
  message text not null default ''::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint queue_options_pkey PRIMARY KEY (company_id, id),
  constraint queue_options_company_id_queue_id_id_key UNIQUE (company_id, queue_id, id),
  constraint queue_options_company_id_queue_id_parent_id_option_key UNIQUE NULLS NOT DISTINCT (company_id, queue_id, parent_id, option) DEFERRABLE,
  constraint queue_options_check CHECK ((parent_id <> id)),
  constraint queue_options_option_check CHECK ((option > 0)),
  constraint queue_options_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE CASCADE,
  constraint queue_options_company_id_queue_id_parent_id_fkey FOREIGN KEY (company_id, queue_id, parent_id) REFERENCES queue_options(company_id, queue_id, id) ON DELETE CASCADE
);
alter table queue_options enable row level security;
alter table queue_options force row level security;
create policy of_company on queue_options for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on queue_options for all to balcao_platform using (true);
grant delete, insert, select, update on queue_options to balcao_app;
grant delete, insert, select, update on queue_options to balcao_platform;

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
  prompt_id integer,
  integration_id integer,
  constraint queues_pkey PRIMARY KEY (company_id, id),
  constraint queues_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint queues_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint queues_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id) ON DELETE SET NULL (prompt_id)
);
alter table queues enable row level security;
alter table queues force row level security;
create policy of_company on queues for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on queues for all to balcao_platform using (true);
CREATE UNIQUE INDEX queues_color ON public.queues USING btree (company_id, lower(color));
CREATE UNIQUE INDEX queues_name ON public.queues USING btree (company_id, lower(name));
CREATE INDEX queues_of_integration ON public.queues USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX queues_of_prompt ON public.queues USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
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
  status boolean not null default true,
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

create table recovery_codes (
  company_id integer not null,
  user_id integer not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (company_id, user_id, code_hash),
  constraint recovery_codes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES two_step_logins(company_id, user_id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy of_company on recovery_codes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on recovery_codes for all to balcao_platform using (true);
grant delete, insert, select, update on recovery_codes to balcao_app;
grant delete, insert, select, update on recovery_codes to balcao_platform;

create table reported_names (
  company_id integer not null,
  kind text not null,
  value text not null,
  name text not null,
  source text not null,
  reported_at timestamp with time zone not null,
  constraint reported_names_pkey PRIMARY KEY (company_id, kind, value),
  constraint reported_names_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'lid'::text, 'group'::text]))),
  constraint reported_names_source_check CHECK ((source = ANY (ARRAY['subject'::text, 'phone-book'::text, 'business'::text]))),
  constraint reported_names_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table reported_names enable row level security;
alter table reported_names force row level security;
create policy of_company on reported_names for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on reported_names for all to balcao_platform using (true);
grant delete, insert, select, update on reported_names to balcao_app;
grant delete, insert, select, update on reported_names to balcao_platform;

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
  handed_at timestamp with time zone,
  constraint schedules_pkey PRIMARY KEY (company_id, id),
  constraint schedules_status_check CHECK ((status = ANY (ARRAY['PENDENTE'::text, 'SAINDO'::text, 'ENVIADA'::text, 'ERRO'::text]))),
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
CREATE INDEX schedules_leaving ON public.schedules USING btree (handed_at) WHERE (status = 'SAINDO'::text);
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
  drawn_at timestamp with time zone not null,
  words text,
  size integer not null,
  messages integer not null,
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
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
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

create table signup_attempts (
  id bigint not null generated as identity,
  address text not null,
  at timestamp with time zone not null,
  constraint signup_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX signup_attempts_by_address ON public.signup_attempts USING btree (address, at);
grant delete, insert, select on signup_attempts to balcao_platform;

create table support_contact (
  id boolean not null default true,
  name text not null,
  email text,
  phone text,
  constraint support_contact_pkey PRIMARY KEY (id),
  constraint support_contact_id_check CHECK (id)
);
grant select on support_contact to balcao_app;
grant delete, insert, select, update on support_contact to balcao_platform;

create table support_visits (
  company_id integer not null,
  id integer not null generated as identity,
  user_id integer not null,
  session_id uuid not null,
  supporter_id integer not null,
  supporter_name text not null,
  reason text not null,
  began_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint support_visits_pkey PRIMARY KEY (company_id, id),
  constraint support_visits_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table support_visits enable row level security;
alter table support_visits force row level security;
create policy of_company on support_visits for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on support_visits for all to balcao_platform using (true);
CREATE INDEX support_visits_by_supporter ON public.support_visits USING btree (supporter_id) WHERE (ended_at IS NULL);
CREATE INDEX support_visits_by_user ON public.support_visits USING btree (company_id, user_id);
CREATE UNIQUE INDEX support_visits_open ON public.support_visits USING btree (company_id) WHERE (ended_at IS NULL);
grant delete, insert, select, update on support_visits to balcao_app;
grant delete, insert, select, update on support_visits to balcao_platform;

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

create table ticket_counter_deltas (
  company_id integer not null,
  status text not null,
  id bigint not null generated as identity,
  queue_id integer,
  user_id integer,
  is_unread boolean not null,
  tickets integer not null,
  is_compacted boolean not null default false,
  constraint ticket_counter_deltas_pkey PRIMARY KEY (company_id, status, id),
  constraint ticket_counter_deltas_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table ticket_counter_deltas enable row level security;
alter table ticket_counter_deltas force row level security;
create policy of_company on ticket_counter_deltas for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_counter_deltas for all to balcao_platform using (true);
grant delete, insert, select, update on ticket_counter_deltas to balcao_app;
grant delete, insert, select, update on ticket_counter_deltas to balcao_platform;

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
  is_outbound boolean not null default false,
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

create table ticket_handovers (
  company_id integer not null,
  id bigint not null generated as identity,
  ticket_id integer not null,
  by_user_id integer not null,
  to_user_id integer,
  at timestamp with time zone not null,
  is_seen boolean not null,
  before_status text not null,
  before_user_id integer,
  before_queue_id integer,
  before_connection_id integer,
  constraint ticket_handovers_pkey PRIMARY KEY (company_id, id),
  constraint ticket_handovers_company_id_ticket_id_key UNIQUE (company_id, ticket_id),
  constraint ticket_handovers_before_status_check CHECK ((before_status = ANY (ARRAY['pending'::text, 'open'::text]))),
  constraint ticket_handovers_company_id_by_user_id_fkey FOREIGN KEY (company_id, by_user_id) REFERENCES users(company_id, id) ON DELETE CASCADE,
  constraint ticket_handovers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint ticket_handovers_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_handovers_company_id_to_user_id_fkey FOREIGN KEY (company_id, to_user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table ticket_handovers enable row level security;
alter table ticket_handovers force row level security;
create policy of_company on ticket_handovers for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_handovers for all to balcao_platform using (true);
CREATE INDEX ticket_handovers_by_whom ON public.ticket_handovers USING btree (company_id, by_user_id);
CREATE INDEX ticket_handovers_to_whom ON public.ticket_handovers USING btree (company_id, to_user_id) WHERE (to_user_id IS NOT NULL);
grant delete, insert, select, update on ticket_handovers to balcao_app;
grant delete, insert, select, update on ticket_handovers to balcao_platform;

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
  mentions jsonb not null default '[]'::jsonb,
  above_id bigint,
  handover_id bigint,
  constraint ticket_notes_pkey PRIMARY KEY (company_id, id),
  constraint ticket_notes_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  constraint ticket_notes_company_id_handover_id_fkey FOREIGN KEY (company_id, handover_id) REFERENCES ticket_handovers(company_id, id) ON DELETE SET NULL (handover_id),
  constraint ticket_notes_company_id_ticket_id_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets(company_id, id) ON DELETE CASCADE,
  constraint ticket_notes_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table ticket_notes enable row level security;
alter table ticket_notes force row level security;
create policy of_company on ticket_notes for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on ticket_notes for all to balcao_platform using (true);
CREATE INDEX ticket_notes_of_contact ON public.ticket_notes USING btree (company_id, contact_id, id);
CREATE INDEX ticket_notes_of_handover ON public.ticket_notes USING btree (company_id, handover_id) WHERE (handover_id IS NOT NULL);
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
  unqueued_since timestamp with time zone,
  words_forgotten_at timestamp with time zone,
  constraint tickets_pkey PRIMARY KEY (company_id, id),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'closed'::text]))),
  constraint tickets_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE SET NULL (connection_id),
  constraint tickets_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  constraint tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tickets_company_id_integration_id_fkey FOREIGN KEY (company_id, integration_id) REFERENCES queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  constraint tickets_company_id_prompt_id_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts(company_id, id) ON DELETE SET NULL (prompt_id),
  constraint tickets_company_id_queue_id_fkey FOREIGN KEY (company_id, queue_id) REFERENCES queues(company_id, id) ON DELETE SET NULL (queue_id),
  constraint tickets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE SET NULL (user_id)
);
alter table tickets enable row level security;
alter table tickets force row level security;
create policy of_company on tickets for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on tickets for all to balcao_platform using (true);
create policy of_search on tickets for select to balcao_searcher using (true);
CREATE INDEX tickets_counts ON public.tickets USING btree (company_id, status, queue_id, user_id);
CREATE INDEX tickets_idle ON public.tickets USING btree (company_id, connection_id, last_at) WHERE ((status = 'open'::text) AND last_message_from_me AND (NOT is_group));
CREATE INDEX tickets_list ON public.tickets USING btree (company_id, status, last_at, id) INCLUDE (queue_id, user_id);
CREATE UNIQUE INDEX tickets_live ON public.tickets USING btree (company_id, contact_id) WHERE (status = ANY (ARRAY['pending'::text, 'open'::text]));
CREATE INDEX tickets_of_contact ON public.tickets USING btree (company_id, contact_id, id);
CREATE INDEX tickets_of_history ON public.tickets USING btree (company_id, contact_id) WHERE is_history;
CREATE INDEX tickets_of_integration ON public.tickets USING btree (company_id, integration_id) WHERE (integration_id IS NOT NULL);
CREATE INDEX tickets_of_prompt ON public.tickets USING btree (company_id, prompt_id) WHERE (prompt_id IS NOT NULL);
CREATE INDEX tickets_of_user ON public.tickets USING btree (company_id, user_id, status);
CREATE INDEX tickets_to_forget ON public.tickets USING btree (company_id, last_at) WHERE ((status = 'closed'::text) AND ((words_forgotten_at IS NULL) OR (words_forgotten_at < last_at)));
CREATE INDEX tickets_unqueued ON public.tickets USING btree (company_id, connection_id, unqueued_since) WHERE (unqueued_since IS NOT NULL);
CREATE UNIQUE INDEX tickets_uuid ON public.tickets USING btree (company_id, uuid);
CREATE TRIGGER add_moved_ticket_delta AFTER UPDATE ON public.tickets FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.queue_id IS DISTINCT FROM new.queue_id)) OR (old.user_id IS DISTINCT FROM new.user_id)) OR ((old.unread > 0) IS DISTINCT FROM (new.unread > 0)))) EXECUTE FUNCTION add_ticket_delta();
CREATE TRIGGER add_ticket_delta AFTER INSERT OR DELETE ON public.tickets FOR EACH ROW EXECUTE FUNCTION add_ticket_delta();
CREATE TRIGGER note_unqueued_new_ticket BEFORE INSERT ON public.tickets FOR EACH ROW WHEN (((new.status = 'pending'::text) AND (new.queue_id IS NULL))) EXECUTE FUNCTION note_unqueued_ticket();
CREATE TRIGGER note_unqueued_ticket BEFORE UPDATE OF status, queue_id ON public.tickets FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.queue_id IS DISTINCT FROM new.queue_id))) EXECUTE FUNCTION note_unqueued_ticket();
grant delete, insert, select, update on tickets to balcao_app;
grant delete, insert, select, update on tickets to balcao_platform;
grant select on tickets to balcao_searcher;

create table two_step_logins (
  company_id integer not null,
  user_id integer not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null,
  constraint two_step_logins_pkey PRIMARY KEY (company_id, user_id),
  constraint two_step_logins_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table two_step_logins enable row level security;
alter table two_step_logins force row level security;
create policy of_company on two_step_logins for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on two_step_logins for all to balcao_platform using (true);
grant delete, insert, select, update on two_step_logins to balcao_app;
grant delete, insert, select, update on two_step_logins to balcao_platform;

create table unseen_mentions (
  company_id integer not null,
  user_id integer not null,
  note_id integer not null,
  constraint unseen_mentions_pkey PRIMARY KEY (company_id, user_id, note_id),
  constraint unseen_mentions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint unseen_mentions_company_id_note_id_fkey FOREIGN KEY (company_id, note_id) REFERENCES ticket_notes(company_id, id) ON DELETE CASCADE,
  constraint unseen_mentions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES users(company_id, id) ON DELETE CASCADE
);
alter table unseen_mentions enable row level security;
alter table unseen_mentions force row level security;
create policy of_company on unseen_mentions for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on unseen_mentions for all to balcao_platform using (true);
CREATE INDEX unseen_mentions_of_note ON public.unseen_mentions USING btree (company_id, note_id);
grant delete, insert, select, update on unseen_mentions to balcao_app;
grant delete, insert, select, update on unseen_mentions to balcao_platform;

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
  is_support boolean not null default false,
  has_generated_password boolean not null default false,
  constraint users_pkey PRIMARY KEY (company_id, id),
  constraint users_email_key UNIQUE (email),
  constraint users_check CHECK ((NOT (is_support AND is_super))),
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
CREATE UNIQUE INDEX users_support ON public.users USING btree (company_id) WHERE is_support;
grant delete, insert, select, update on users to balcao_app;
grant delete, insert, select, update on users to balcao_platform;

create table webhook_deliveries (
  company_id integer not null,
  id bigint not null generated as identity,
  webhook_id integer not null,
  event text not null,
  ticket_id integer,
  message_id bigint,
  ticket_event_id bigint,
  detail jsonb not null default '{}'::jsonb,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null,
  called_at timestamp with time zone,
  milliseconds integer,
  status integer,
  failure text,
  answer text,
  created_at timestamp with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (company_id, id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint webhook_deliveries_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES webhooks(company_id, id) ON DELETE CASCADE
);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy of_company on webhook_deliveries for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on webhook_deliveries for all to balcao_platform using (true);
CREATE INDEX webhook_deliveries_behind ON public.webhook_deliveries USING btree (company_id, webhook_id, ticket_id, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (company_id, webhook_id, next_try_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (company_id, webhook_id, id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (company_id, webhook_id, id);
CREATE INDEX webhook_deliveries_old ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (company_id, webhook_id, id) WHERE (state = 'waiting'::text);
grant delete, insert, select, update on webhook_deliveries to balcao_app;
grant delete, insert, select, update on webhook_deliveries to balcao_platform;

create table webhooks (
  company_id integer not null,
  id integer not null generated as identity,
  name text not null,
  url text not null,
  events text[] not null,
  connection_id integer,
  is_active boolean not null,
  sealed_secret text not null,
  failures integer not null default 0,
  rests_until timestamp with time zone,
  off_reason text,
  last_call_at timestamp with time zone,
  last_failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (company_id, id),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_company_id_connection_id_fkey FOREIGN KEY (company_id, connection_id) REFERENCES connections(company_id, id) ON DELETE CASCADE,
  constraint webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy of_company on webhooks for all to balcao_app using ((company_id = ( SELECT current_company() AS current_company)));
create policy of_platform on webhooks for all to balcao_platform using (true);
CREATE INDEX webhooks_of_connection ON public.webhooks USING btree (company_id, connection_id);
grant delete, insert, select, update on webhooks to balcao_app;
grant delete, insert, select, update on webhooks to balcao_platform;

CREATE OR REPLACE FUNCTION public.add_changed_contact_delta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into contact_counter_deltas (company_id, day, created, listed)
  values
    (old.company_id, (old.created_at at time zone 'UTC')::date, -1, -(old.removed_at is null)::integer),
    (new.company_id, (new.created_at at time zone 'UTC')::date, 1, (new.removed_at is null)::integer);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_contact_deltas()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into contact_counter_deltas (company_id, day, created, listed)
    select company_id, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where removed_at is null)
    from come group by 1, 2;
  else
    -- A company that is deleted takes its counters along.
    insert into contact_counter_deltas (company_id, day, created, listed)
    select g.company_id, (g.created_at at time zone 'UTC')::date, -count(*), -count(*) filter (where g.removed_at is null)
    from gone g where exists (select from companies c where c.id = g.company_id) group by 1, 2;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_ticket_delta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    -- A company that is deleted takes its counters along.
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    select old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1
    where exists (select from companies c where c.id = old.company_id);
  elsif tg_op = 'INSERT' then
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    values (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  else
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1),
      (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.choose_contacts(words text, digits text, most integer)
 RETURNS TABLE(contact_id integer, nearness integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  company constant integer := current_company();
  plain constant text := regexp_replace(plain_text(words), '([\\%_])', '\\\1', 'g');
begin
  return query
    select c.id, case
        when c.name_plain like plain || '%' or c.name_plain like '% ' || plain || '%' or c.number like digits || '%' then 0
        else 1
      end as near
    from contacts c
    where c.company_id = company and c.removed_at is null
      and (c.name_plain like '%' || plain || '%' or c.number like '%' || digits || '%')
    order by near, c.name, c.id
    limit most;
end $function$;

CREATE OR REPLACE FUNCTION public.count_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update contact_lists l
    set item_count = l.item_count - d.items, valid_count = l.valid_count - d.valid,
      invalid_count = l.invalid_count - d.invalid, due_count = l.due_count - d.due
    from (
      select company_id, contact_list_id, count(*) as items,
        count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where not is_whatsapp_valid and checked_at is not null) as invalid,
        count(*) filter (where is_check_due) as due
      from gone group by 1, 2
    ) d
    where l.company_id = d.company_id and l.id = d.contact_list_id;
  end if;
  if tg_op <> 'DELETE' then
    update contact_lists l
    set item_count = l.item_count + d.items, valid_count = l.valid_count + d.valid,
      invalid_count = l.invalid_count + d.invalid, due_count = l.due_count + d.due
    from (
      select company_id, contact_list_id, count(*) as items,
        count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where not is_whatsapp_valid and checked_at is not null) as invalid,
        count(*) filter (where is_check_due) as due
      from come group by 1, 2
    ) d
    where l.company_id = d.company_id and l.id = d.contact_list_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_shipping()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    update campaigns c
    set total_count = c.total_count - d.total, valid_count = c.valid_count - d.valid,
      pending_count = c.pending_count - d.pending, sending_count = c.sending_count - d.sending,
      asked_count = c.asked_count - d.asked, confirmed_count = c.confirmed_count - d.confirmed,
      sent_count = c.sent_count - d.sent, delivered_count = c.delivered_count - d.delivered,
      read_count = c.read_count - d.read, failed_count = c.failed_count - d.failed,
      skipped_count = c.skipped_count - d.skipped, requested_count = c.requested_count - d.requested,
      confirmation_count = c.confirmation_count - d.confirmations
    from (
      select company_id, campaign_id, count(*) as total, count(*) filter (where is_valid) as valid,
        count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'sending') as sending,
        count(*) filter (where state = 'asked') as asked, count(*) filter (where state = 'confirmed') as confirmed,
        count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'read') as read, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where confirmation_requested_at is not null) as requested,
        count(*) filter (where confirmation_requested_at is not null and delivered_at is not null) as confirmations
      from gone group by 1, 2
    ) d
    where c.company_id = d.company_id and c.id = d.campaign_id;
  end if;
  if tg_op <> 'DELETE' then
    update campaigns c
    set total_count = c.total_count + d.total, valid_count = c.valid_count + d.valid,
      pending_count = c.pending_count + d.pending, sending_count = c.sending_count + d.sending,
      asked_count = c.asked_count + d.asked, confirmed_count = c.confirmed_count + d.confirmed,
      sent_count = c.sent_count + d.sent, delivered_count = c.delivered_count + d.delivered,
      read_count = c.read_count + d.read, failed_count = c.failed_count + d.failed,
      skipped_count = c.skipped_count + d.skipped, requested_count = c.requested_count + d.requested,
      confirmation_count = c.confirmation_count + d.confirmations
    from (
      select company_id, campaign_id, count(*) as total, count(*) filter (where is_valid) as valid,
        count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'sending') as sending,
        count(*) filter (where state = 'asked') as asked, count(*) filter (where state = 'confirmed') as confirmed,
        count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'read') as read, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where confirmation_requested_at is not null) as requested,
        count(*) filter (where confirmation_requested_at is not null and delivered_at is not null) as confirmations
      from come group by 1, 2
    ) d
    where c.company_id = d.company_id and c.id = d.campaign_id;
  end if;
  return null;
end $function$;

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

CREATE OR REPLACE FUNCTION public.note_unqueued_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> 'pending' or new.queue_id is not null then
    new.unqueued_since := null;
  elsif new.unqueued_since is null then
    new.unqueued_since := new.last_at;
  end if;
  return new;
end $function$;

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
    select (array_agg(c.id order by c.name, c.id))[skip + 1 : skip + most], count(*)::integer
    from contacts c
    where c.company_id = company and c.removed_at is null
      and (c.name_plain like name_pattern or c.number like digits_pattern);
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
  sample text;
  sample_size integer;
  all_messages integer;
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
  select s.words, s.size, s.messages into sample, sample_size, all_messages
    from search_samples s where s.company_id = company;
  phrase_hits := least(cardinality(string_to_array(sample, phrase)) - 1, sample_size);
  -- Common: a page is found sooner by walking than by the index. With share = hits / size the walk reads about
  -- wanted / share messages and the index finds share * all of them, each for the price of seven.
  is_common := phrase_hits >= 4
    and 7.0 * phrase_hits * phrase_hits * all_messages >= 1.0 * wanted * sample_size * sample_size;
  has_many_names := cardinality(contact_ids) > 300;

  -- First a few tickets, then more; without three letters or digits on end, which trigrams need, as many as there are.
  foreach budget in array case
    when phrase !~ '[a-z0-9]{3}' then array[3 * wanted, null]
    when is_common then array[5 * wanted, 15 * wanted, 75 * wanted]
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
              or (sees_queueless and (t.status = 'pending' or t.queue_id is null)))
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
        (select m.id from messages m
        where m.company_id = company and m.ticket_id = w.id and not m.is_deleted
          and strpos(m.body_plain, phrase) > 0
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

  select r.run, cardinality(string_to_array(sample, r.run)) - 1 as hits
    into word, word_hits
    from (
      select distinct m[1] as run from regexp_matches(phrase, '[a-z0-9]{3,}', 'g') m
    ) r
    order by hits, length(r.run) desc, r.run
    limit 1;
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
          and strpos(m.body_plain, phrase) > 0
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
            and (of_status is null or t.status = of_status)
            -- The sum keeps the planner from weighing each of them (1 ms for 700).
            and t.contact_id + 0 = any (contact_ids)
            and (sees_all
              or (t.status = 'open' and t.user_id = viewer_id)
              or t.queue_id = any (viewer_queues)
              or (sees_queueless and (t.status = 'pending' or t.queue_id is null)))
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
        or (sees_queueless and (t.status = 'pending' or t.queue_id is null)))
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

CREATE OR REPLACE FUNCTION public.wire_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

create table move_ins (
  id integer generated always as identity primary key,
  name text not null unique,
  product text not null,
  state text not null,
  failure text,
  company text,
  step text,
  rows_done bigint not null default 0,
  rows_total bigint not null default 0,
  look jsonb,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  switched_at timestamptz
);
grant select, insert, update, delete on move_ins to balcao_platform;
comment on table move_ins is
  'Moves from an installation of another product into this one (docs/features/move-ins.md). The command writes it, the '
  'super user''s page shows it.';
comment on column move_ins.name is 'What the operator calls the source: repeating the move finds it by this name.';
comment on column move_ins.product is '`whaticket` (also ticketz and forks) or `chatwoot`.';
comment on column move_ins.state is '`looked`, `running`, `stopped`, `failed`, `done` or `switched`.';
comment on column move_ins.failure is 'Of `failed`: the error, without data of the source.';
comment on column move_ins.company is 'The company and step that the move is at, for its progress.';
comment on column move_ins.rows_total is 'Rows that this run will read, as counted at its begin.';
comment on column move_ins.look is 'What the look found: counts, clashes, and what will be lost.';
comment on column move_ins.switched_at is 'When the source was given up: paused schedules run from then on.';

create table move_in_companies (
  company_id integer not null references companies (id) on delete cascade,
  move_in text not null,
  source_id text not null,
  created_at timestamptz not null,
  primary key (company_id)
);
-- One company of the source becomes one company here, also when two commands run at once.
create unique index move_in_companies_by_source on move_in_companies (move_in, source_id);
select protect_company_table('move_in_companies');
comment on table move_in_companies is 'Companies that moved in, and what they were in the source.';
comment on column move_in_companies.move_in is
  'The name of the move. Without a foreign key: the company may move on to another cell.';

create table move_in_ids (
  company_id integer not null references companies (id) on delete cascade,
  kind text not null,
  source_id text not null,
  target_id bigint not null,
  primary key (company_id, kind, source_id)
);
-- The last step walks the moved tickets in their order. The kind comes last: behind the company it would draw the look-ups of
-- the primary key to this index while the table has no statistics.
create index move_in_ids_by_target on move_in_ids (company_id, target_id, kind);
select protect_company_table('move_in_ids');
comment on table move_in_ids is
  'Which row of the source became which row here, so that a repeated move changes nothing. Messages have none: their '
  'WhatsApp id is unique.';
comment on column move_in_ids.kind is 'Such as `ticket`; `attendance` is a part of a reused ticket of the source.';

create table move_in_steps (
  company_id integer not null references companies (id) on delete cascade,
  step text not null,
  position jsonb,
  since timestamptz,
  began_at timestamptz not null,
  done_at timestamptz,
  rows_read bigint not null default 0,
  rows_moved bigint not null default 0,
  primary key (company_id, step)
);
select protect_company_table('move_in_steps');
comment on table move_in_steps is 'How far each step of a move is. Each piece moves the position in its transaction.';
comment on column move_in_steps.position is 'The key of the last row that was read; null: none yet.';
comment on column move_in_steps.since is 'Only rows that changed in the source since then are read; null: all.';
comment on column move_in_steps.began_at is 'When this pass began. The next pass reads what changed since.';

create table move_in_skips (
  company_id integer not null references companies (id) on delete cascade,
  kind text not null,
  source_id text not null,
  reason text not null,
  primary key (company_id, kind, source_id, reason)
);
select protect_company_table('move_in_skips');
comment on table move_in_skips is
  'Rows of the source that did not move, or not wholly, for the report. It holds no texts and numbers of people.';

-- A step numbers its rows before it stores them, because they refer to each other.
grant usage on sequence queues_id_seq, queue_options_id_seq, prompts_id_seq, queue_integrations_id_seq,
  connections_id_seq, users_id_seq, contacts_id_seq, tickets_id_seq, ticket_events_id_seq, tags_id_seq,
  ticket_notes_id_seq, quick_messages_id_seq, schedules_id_seq, file_lists_id_seq, file_list_options_id_seq,
  chats_id_seq, chat_messages_id_seq, contact_lists_id_seq, contact_list_items_id_seq, campaigns_id_seq,
  campaign_shipping_id_seq, holidays_id_seq to balcao_app;

-- Tokens of the external API that moved in don't name their company.
create index connections_of_token on connections (token_hash) where token_hash is not null;

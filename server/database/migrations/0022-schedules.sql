-- Messages that are written now and sent later.
create table schedules (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  contact_id integer not null,
  -- Who wrote it; the schedule outlives the account.
  user_id integer,
  -- The connection that was chosen; null is the company's default when it is sent.
  connection_id integer,
  body text not null,
  -- { key, fileName, mimetype, mediaType, sizeBytes, width, height }
  media jsonb,
  send_at timestamptz not null,
  status text not null default 'PENDENTE' check (status in ('PENDENTE', 'ENVIADA', 'ERRO')),
  -- When the house tries: at send_at, and later after trouble that may pass.
  due_at timestamptz not null,
  attempts smallint not null default 0,
  sent_at timestamptz,
  -- Code of the reason of 'ERRO'.
  failure text,
  -- What it became.
  message_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index schedules_due on schedules (due_at) where status = 'PENDENTE';
create index schedules_of_contact on schedules (company_id, contact_id, id);
create index schedules_of_user on schedules (company_id, user_id, id) where user_id is not null;
create index schedules_of_connection on schedules (company_id, connection_id) where connection_id is not null;
create index schedules_of_message on schedules (company_id, message_id) where message_id is not null;
create index schedules_by_file on schedules (company_id, (media ->> 'key')) where media ->> 'key' is not null;
select protect_company_table('schedules');

-- Corrections and deletions that were heard before the message which they are about (decision 0058). They wait for it, a
-- day at most.
create table early_changes (
  company_id integer not null,
  id bigint generated always as identity,
  connection_id integer not null,
  whatsapp_id text not null,
  from_me boolean not null,
  -- The address of its conversation as it was heard: whoever fills the room fills their own.
  chat text not null,
  -- As it was heard.
  heard jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index early_changes_of_message on early_changes (company_id, connection_id, whatsapp_id, from_me);
create index early_changes_of_chat on early_changes (company_id, connection_id, chat, id);
-- The sweep over all companies.
create index early_changes_old on early_changes (created_at);
select protect_company_table('early_changes');

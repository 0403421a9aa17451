-- What colleagues note about a conversation.
create table ticket_notes (
  company_id integer not null,
  id integer generated always as identity,
  ticket_id integer not null,
  contact_id integer not null,
  -- Its author; the note outlives the account.
  user_id integer,
  note text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index ticket_notes_of_ticket on ticket_notes (company_id, ticket_id, id);
create index ticket_notes_of_contact on ticket_notes (company_id, contact_id, id);
create index ticket_notes_of_user on ticket_notes (company_id, user_id) where user_id is not null;
select protect_company_table('ticket_notes');

-- Answers kept under a shortcode; shared with everybody of the company, or their author's own.
create table quick_messages (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  -- A shared one outlives its author's account.
  user_id integer,
  -- Without the leading slash.
  shortcode text not null,
  message text not null,
  is_shared boolean not null default false,
  -- { key, fileName, mimetype, mediaType, sizeBytes, … }
  media jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create index quick_messages_of_user on quick_messages (company_id, user_id, lower(shortcode));
create index quick_messages_shared on quick_messages (company_id, lower(shortcode)) where is_shared;
select protect_company_table('quick_messages');

-- Who made a tag; the tag outlives the account.
alter table tags add column user_id integer,
  add foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id);
create index tags_of_user on tags (company_id, user_id) where user_id is not null;

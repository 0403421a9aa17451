-- What colleagues say to each other.
create table chats (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  uuid uuid not null,
  title text not null,
  -- Who may change and delete it; passes on when that person leaves.
  owner_id integer,
  -- The two people of a direct chat, the lower id first, so that two people have one. Null: a group.
  direct_pair text,
  last_message text not null default '',
  message_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  -- Of its last message, or of the last change of its title or members.
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, uuid),
  unique (company_id, direct_pair),
  foreign key (company_id, owner_id) references users (company_id, id) on delete set null (owner_id)
);
create index chats_of_owner on chats (company_id, owner_id, created_at);
select protect_company_table('chats');

create table chat_members (
  company_id integer not null references companies (id) on delete cascade,
  chat_id integer not null,
  user_id integer not null,
  unreads integer not null default 0,
  -- Among the unread ones is one that names this person.
  is_mentioned boolean not null default false,
  joined_at timestamptz not null,
  primary key (company_id, chat_id, user_id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index chat_members_of_user on chat_members (company_id, user_id);
select protect_company_table('chat_members');

create table chat_messages (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  chat_id integer not null,
  -- Null once the account is gone.
  sender_id integer,
  client_id uuid not null,
  message text not null,
  -- { key, fileName, mimetype, mediaType, sizeBytes, width, height }
  media jsonb,
  -- [{ id, name }]: whom it names, as they were called then.
  mentions jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, sender_id) references users (company_id, id) on delete set null (sender_id)
);
create index chat_messages_of_chat on chat_messages (company_id, chat_id, id);
create unique index chat_messages_once on chat_messages (company_id, chat_id, sender_id, client_id);
create index chat_messages_of_sender on chat_messages (company_id, sender_id, created_at);
create index chat_messages_by_file on chat_messages (company_id, (media ->> 'key')) where media ->> 'key' is not null;
select protect_company_table('chat_messages');

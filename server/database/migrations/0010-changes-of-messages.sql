alter table messages
  -- When its author last gave it another text, by that author's clock: an older correction never wins.
  add column edited_at timestamptz,
  add column is_view_once boolean not null default false,
  -- Of a location of ours, what the phone gets: { latitude, longitude, name, address }.
  add column location jsonb,
  -- Our last change of it that WhatsApp did not take, for good.
  add column refused_change text check (refused_change in ('edit', 'reaction'));

-- What people put on messages, one for each who reacted. Without emoji: taken away.
create table message_reactions (
  company_id integer not null,
  id bigint generated always as identity,
  message_id bigint not null,
  -- Who reacted; null is us, the whole company being one person to WhatsApp.
  contact_id integer,
  -- Who of us set it; null on the handset.
  user_id integer,
  emoji text not null,
  -- By the clock of whoever reacted: an older one never wins.
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
create unique index message_reactions_one_each
  on message_reactions (company_id, message_id, (coalesce(contact_id, 0)));
create index message_reactions_of_contact on message_reactions (company_id, contact_id) where contact_id is not null;
create index message_reactions_of_user on message_reactions (company_id, user_id) where user_id is not null;
select protect_company_table('message_reactions');

alter table out_tray
  -- Reserved for a correction or reaction itself; its message has another.
  add column change_id text,
  -- When it was first taken in hand: from then on it may be on the customer's phone.
  add column begun_at timestamptz,
  drop constraint out_tray_kind_check,
  add constraint out_tray_kind_check check (kind in ('message', 'deletion', 'read', 'edit', 'reaction'));
create index out_tray_changes on out_tray (company_id, connection_id, change_id) where change_id is not null;

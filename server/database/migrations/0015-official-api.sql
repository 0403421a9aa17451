alter table contact_addresses drop constraint contact_addresses_kind_check,
  add constraint contact_addresses_kind_check check (kind in ('phone', 'lid', 'group', 'user'));
alter table reported_names drop constraint reported_names_kind_check,
  add constraint reported_names_kind_check check (kind in ('phone', 'lid', 'group', 'user'));

create table official_numbers (
  company_id integer not null,
  connection_id integer not null,
  account_id text not null,
  phone_number_id text not null,
  verify_token_hash bytea not null,
  verified_name text,
  quality text,
  messaging_limit text,
  name_status text,
  token_expires_at timestamptz,
  checked_at timestamptz not null,
  trouble text,
  trouble_detail text,
  webhook_verified_at timestamptz,
  last_webhook_at timestamptz,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
-- Meta names a number by this id alone, so no two companies of an installation may have it.
create unique index official_numbers_phone_number_id on official_numbers (phone_number_id);
create index official_numbers_by_account on official_numbers (account_id);
create index official_numbers_by_verify_token on official_numbers (verify_token_hash);
select protect_company_table('official_numbers');
comment on table official_numbers is
  'What Meta says of the numbers of the official API. Their secrets are in connection_keys.';
comment on column official_numbers.account_id is 'The id of the WhatsApp Business account that owns the number.';
comment on column official_numbers.phone_number_id is 'Meta''s id of the number, by which webhooks name it.';
comment on column official_numbers.verify_token_hash is
  'SHA-256 of the token with which Meta verifies the callback address of the number''s app.';
comment on column official_numbers.quality is 'GREEN, YELLOW, RED or UNKNOWN, as Meta spells it.';
comment on column official_numbers.messaging_limit is
  'How many people may be written to first within a day, as Meta spells it, such as TIER_1K.';
comment on column official_numbers.token_expires_at is 'When the access token ends; null: never, or unknown.';
comment on column official_numbers.checked_at is 'When Meta was last asked for these facts.';
comment on column official_numbers.trouble is 'Why the last check failed, a SetUpReason; null: nothing is wrong.';
comment on column official_numbers.webhook_verified_at is 'When Meta last verified the callback address.';
comment on column official_numbers.last_webhook_at is 'When the last signed webhook of the number came.';

create table reply_windows (
  company_id integer not null,
  connection_id integer not null,
  contact_id integer not null,
  closes_at timestamptz not null,
  primary key (company_id, contact_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index reply_windows_by_connection on reply_windows (company_id, connection_id);
select protect_company_table('reply_windows');
comment on table reply_windows is
  'Until when a contact may be sent free messages over a number of the official API. No row: only templates.';

alter table messages add column interactive jsonb;
comment on column messages.interactive is
  '{ choices } or { template }: how the official API shows a message of ours. Other providers send the body.';

create table message_charges (
  company_id integer not null,
  message_id bigint not null,
  connection_id integer,
  category text not null,
  is_billed boolean not null,
  at timestamptz not null,
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id)
);
create index message_charges_by_time on message_charges (company_id, connection_id, at);
select protect_company_table('message_charges');
comment on table message_charges is 'What Meta says it charges for a message of ours.';
comment on column message_charges.category is 'As Meta spells it, such as service, utility or marketing.';

alter table contact_addresses add column is_former boolean not null default false;
comment on column contact_addresses.is_former is
  'The person has changed it for another one: it still recognises the person, and nothing is sent to it.';

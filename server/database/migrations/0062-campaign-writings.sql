-- Whom campaigns wrote to that are deleted by now: their wish for no more is heard all the same (decision 0050).
create table campaign_writings (
  company_id integer not null,
  id bigint generated always as identity,
  contact_id integer not null,
  -- Of the campaign.
  campaign_name text not null,
  name text not null,
  number text not null,
  phone text not null,
  -- What stands in the conversation, as long as it does.
  message_id bigint,
  written_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
create index campaign_writings_of_contact on campaign_writings (company_id, contact_id);
create index campaign_writings_of_phone on campaign_writings (company_id, phone);
create index campaign_writings_of_message on campaign_writings (company_id, message_id) where message_id is not null;
create index campaign_writings_old on campaign_writings (written_at);
select protect_company_table('campaign_writings');

-- One message to many (decision 0050).
create table campaign_settings (
  company_id integer primary key references companies (id) on delete cascade,
  -- All in seconds.
  message_interval smallint not null,
  longer_interval_after smallint not null,
  greater_interval smallint not null,
  -- [{ key, value }]
  variables jsonb not null,
  opt_out_word text not null,
  updated_at timestamptz not null
);
select protect_company_table('campaign_settings');

create table campaigns (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  -- Five slots each, in their order; an empty one is not used.
  messages text[] not null check (cardinality(messages) = 5),
  confirmation_messages text[] not null check (cardinality(confirmation_messages) = 5),
  status text not null default 'INATIVA'
    check (status in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  confirmation boolean not null,
  scheduled_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- Code of what WhatsApp said; it goes on when somebody restarts it.
  paused_because text,
  paused_at timestamptz,
  -- Code of why it could not start at its time.
  failure text,
  -- Null until it starts is the company's default.
  connection_id integer,
  contact_list_id integer,
  tag_id integer,
  file_list_id integer,
  -- { key, fileName, mimetype, mediaType, sizeBytes, width, height }
  media jsonb,
  -- When a contact was last written to: campaigns of one connection take turns.
  turn_at timestamptz,
  -- Kept by the trigger below, so that nobody counts contacts to show them.
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
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id)
    on delete set null (contact_list_id),
  foreign key (company_id, tag_id) references tags (company_id, id) on delete set null (tag_id),
  foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete set null (file_list_id)
);
create index campaigns_planned on campaigns (scheduled_at) where status = 'PROGRAMADA';
create index campaigns_of_connection on campaigns (company_id, connection_id) where connection_id is not null;
create index campaigns_of_contact_list on campaigns (company_id, contact_list_id) where contact_list_id is not null;
create index campaigns_of_tag on campaigns (company_id, tag_id) where tag_id is not null;
create index campaigns_of_file_list on campaigns (company_id, file_list_id) where file_list_id is not null;
create index campaigns_by_file on campaigns (company_id, (media ->> 'key')) where media ->> 'key' is not null;
select protect_company_table('campaigns');

-- One contact of a campaign, as they were listed when it started, and what has become of them.
create table campaign_shipping (
  company_id integer not null,
  id bigint generated always as identity,
  campaign_id integer not null,
  -- Its line of the contact list. No foreign key: a line that is gone is found missing when its turn comes.
  item_id integer not null,
  name text not null,
  number text not null,
  -- The one spelling of all its spellings (phone-number.ts).
  phone text not null,
  email text not null,
  -- Null: WhatsApp is still to be asked about the number.
  is_valid boolean,
  state text not null check (state in
    ('pending', 'sending', 'asked', 'confirmed', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  -- Why it is skipped; of a failure the code.
  reason text,
  attempts smallint not null default 0,
  contact_id integer,
  confirmation_message_id bigint,
  message_id bigint,
  confirmation_requested_at timestamptz,
  confirmed_at timestamptz,
  -- When WhatsApp took the message, when it came to the phone, and when it was read.
  delivered_at timestamptz,
  received_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, confirmation_message_id) references messages (company_id, id)
    on delete set null (confirmation_message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete set null (message_id)
);
-- Nobody is twice in a campaign, whatever runs twice.
create unique index campaign_shipping_once on campaign_shipping (company_id, campaign_id, phone);
create index campaign_shipping_in_order on campaign_shipping (company_id, campaign_id, id);
create index campaign_shipping_open on campaign_shipping (company_id, campaign_id, state, is_valid, id)
  where state in ('pending', 'sending', 'asked', 'confirmed');
create index campaign_shipping_of_phone on campaign_shipping (company_id, phone);
create index campaign_shipping_of_contact on campaign_shipping (company_id, contact_id, id) where contact_id is not null;
create index campaign_shipping_of_message on campaign_shipping (company_id, message_id) where message_id is not null;
create index campaign_shipping_of_request on campaign_shipping (company_id, confirmation_message_id)
  where confirmation_message_id is not null;
select protect_company_table('campaign_shipping');

-- Numbers that want no campaigns.
create table campaign_opt_outs (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  number text not null,
  phone text not null,
  -- What the person wrote; null: somebody of the company wrote them down.
  word text,
  campaign_id integer,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete set null (campaign_id)
);
create unique index campaign_opt_outs_once on campaign_opt_outs (company_id, phone);
create index campaign_opt_outs_of_campaign on campaign_opt_outs (company_id, campaign_id) where campaign_id is not null;
select protect_company_table('campaign_opt_outs');

-- The pace of a connection, whatever campaigns run over it.
create table campaign_lanes (
  company_id integer not null,
  connection_id integer not null,
  -- Campaigns run over it.
  is_active boolean not null,
  -- The house looks again.
  look_at timestamptz not null,
  -- No earlier may another contact be written to.
  paced_until timestamptz not null,
  -- When the last long pause ended, or sending began.
  long_pause_ended_at timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index campaign_lanes_due on campaign_lanes (look_at) where is_active;
select protect_company_table('campaign_lanes');

-- What campaigns have in the out-tray is looked for before another contact's turn.
create index out_tray_bulk on out_tray (company_id, connection_id)
  where priority > 0 and state in ('waiting', 'sending');

-- Once for each statement: a hundred thousand contacts that are prepared change their campaign once.
create function count_shipping() returns trigger language plpgsql as $$
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
end $$;
create trigger count_added after insert on campaign_shipping
  referencing new table as come for each statement execute function count_shipping();
create trigger count_changed after update on campaign_shipping
  referencing old table as gone new table as come for each statement execute function count_shipping();
create trigger count_removed after delete on campaign_shipping
  referencing old table as gone for each statement execute function count_shipping();

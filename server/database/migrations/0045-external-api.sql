-- What the external API has sent for a call that named itself: its repeats get the same answer (decision 0047).
create table api_sends (
  company_id integer not null references companies (id) on delete cascade,
  connection_id integer not null,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 200),
  -- Of what was asked: the same name for something else is refused.
  request_hash bytea not null,
  -- { messageId, messageIds, ticketId }; null only until the act that claimed the name ends.
  answer jsonb,
  created_at timestamptz not null,
  primary key (company_id, connection_id, idempotency_key),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index api_sends_by_age on api_sends (company_id, created_at);
select protect_company_table('api_sends');

-- How often a connection's token was used in the minute at hand.
create table api_rates (
  company_id integer not null references companies (id) on delete cascade,
  connection_id integer not null,
  minute timestamptz not null,
  calls integer not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
select protect_company_table('api_rates');

-- A line of history says who did it, and over which connection a ticket went on.
alter table ticket_events
  add column by_user_id integer,
  add column connection_id integer,
  add foreign key (company_id, by_user_id) references users (company_id, id) on delete set null (by_user_id),
  add foreign key (company_id, connection_id) references connections (company_id, id) on delete set null (connection_id);
create index ticket_events_by_whom on ticket_events (company_id, by_user_id) where by_user_id is not null;
create index ticket_events_of_connection on ticket_events (company_id, connection_id) where connection_id is not null;

-- When we heard that a message of ours was on WhatsApp, on the phone, read and played. In no index: ticks are many.
alter table messages
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  add column played_at timestamptz;

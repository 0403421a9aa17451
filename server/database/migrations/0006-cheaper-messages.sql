-- Each message writes every index of its table, and checks every foreign key.

-- A connection is rarely deleted. Its foreign key then reads the messages once.
drop index messages_of_connection;

-- Only messages of pages have a client id.
drop index messages_client_id;
create unique index messages_client_id on messages (company_id, client_id) where client_id is not null;

-- A message has the contact of its ticket (`storeMessages`, `mergeTickets`), and the ticket's foreign key keeps that row.
alter table messages drop constraint messages_company_id_contact_id_fkey;

-- The purge reads events that are done. An event enters this index then, and not when it is stored.
drop index inbound_events_done;
create index inbound_events_done on inbound_events (company_id, done_at) where done_at is not null;

-- An ack changes no indexed column of its ticket. With room on its page the update writes no index.
alter table tickets set (fillfactor = 85);

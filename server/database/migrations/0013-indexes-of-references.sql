-- Whatever points to a row is found by an index when the row goes: a deleted user or connection must not read every
-- message of every company. Rows that point nowhere stand in none of these. Tickets and the out-tray get none: each
-- message writes their rows anew, and would write every further index too (decision 0019).
create index messages_of_connection on messages (company_id, connection_id) where connection_id is not null;
create index messages_of_user on messages (company_id, user_id) where user_id is not null;
create index ticket_events_of_user on ticket_events (company_id, user_id) where user_id is not null;
create index ticket_events_of_queue on ticket_events (company_id, queue_id) where queue_id is not null;
create index users_of_default_connection on users (company_id, default_connection_id)
  where default_connection_id is not null;
create index sign_in_sessions_of_user on sign_in_sessions (company_id, user_id);

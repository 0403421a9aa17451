-- The statuses are named once, so that a new one changes this function and no constraint.
create function ticket_statuses() returns text[]
  language sql immutable parallel safe
  return array['pending', 'open', 'closed'];
comment on function ticket_statuses is 'Every status of a ticket, as `ticketStatuses` of the domain.';

alter table tickets drop constraint tickets_status_check,
  add constraint tickets_status_check check (status = any (ticket_statuses()));

drop index tickets_live;
create unique index tickets_live on tickets (company_id, contact_id) where status <> 'closed';

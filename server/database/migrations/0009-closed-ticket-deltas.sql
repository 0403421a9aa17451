create table closed_ticket_deltas (
  company_id integer not null references companies (id) on delete cascade,
  day date not null,
  id bigint generated always as identity,
  queue_id integer,
  tickets integer not null,
  is_compacted boolean not null default false,
  -- Included, so that the index alone is read, in order, up to the day of the page.
  primary key (company_id, day, id) include (queue_id, tickets)
);
comment on table closed_ticket_deltas is
  'How many closed tickets of each queue changed last on a day: a late page of their list skips whole days by it. Each '
  'change appends a row, so that no two acts wait for one counter; a job compacts many rows into sums. The triggers in '
  'functions/closed-ticket-deltas.sql write it.';
comment on column closed_ticket_deltas.day is 'A day of UTC, because companies may change their time zone.';
comment on column closed_ticket_deltas.tickets is '1, -1, or the sum of a compacted row.';
comment on column closed_ticket_deltas.is_compacted is 'A sum of many rows; false: a single change.';

-- Forced row security hides all tickets from an owner that is no superuser.
alter table tickets no force row level security;
insert into closed_ticket_deltas (company_id, day, queue_id, tickets, is_compacted)
select company_id, (last_at at time zone 'UTC')::date, queue_id, count(*), true
from tickets where status = 'closed' group by 1, 2, 3;
alter table tickets force row level security;
select protect_company_table('closed_ticket_deltas');

-- It also counted all matches.
drop function if exists search_contacts;

-- How many tickets stand where: for badges, and for the `count` of lists. Each change of a ticket's place appends what it
-- takes away and what it adds, so that no two acts wait for one counter; sums are folded by a job when they grow long.
create table ticket_tallies (
  company_id integer not null references companies (id) on delete cascade,
  status text not null,
  id bigint generated always as identity,
  queue_id integer,
  user_id integer,
  is_unread boolean not null,
  tickets integer not null,
  -- A sum of many; the others are single changes.
  is_folded boolean not null default false,
  primary key (company_id, status, id)
);
select protect_company_table('ticket_tallies');

insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets, is_folded)
select company_id, status, queue_id, user_id, unread > 0, count(*), true from tickets group by 1, 2, 3, 4, 5;

create function tally_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Not of a company that goes with all it has.
    insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets)
    select old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1
    where exists (select from companies c where c.id = old.company_id);
  elsif tg_op = 'INSERT' then
    insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets)
    values (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  else
    insert into ticket_tallies (company_id, status, queue_id, user_id, is_unread, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1),
      (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  end if;
  return null;
end $$;
create trigger tally_ticket after insert or delete on tickets for each row execute function tally_ticket();
create trigger tally_moved_ticket after update on tickets for each row
  when ((old.status, old.queue_id, old.user_id, old.unread > 0)
    is distinct from (new.status, new.queue_id, new.user_id, new.unread > 0))
  execute function tally_ticket();

-- A page far down skips what it does not show in the index alone, rights included.
drop index tickets_list;
create index tickets_list on tickets (company_id, status, last_at, id) include (queue_id, user_id);

-- Immutable, it was no part of the statements that call it (what it calls is stable): three times the cost.
alter function wire_time(timestamptz) stable;

-- How many it holds, without fetching them.
alter table search_samples add column size integer generated always as (cardinality(words)) stored;

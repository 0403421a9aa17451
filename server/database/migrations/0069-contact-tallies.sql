-- How many contacts were created on a day (of UTC: companies may change their time zone), and how many of them stand on the
-- lists: for the leads of the dashboard and the `count` of contacts. As ticket_tallies (0026): each change appends, so that
-- no two acts wait for one counter, and a job folds what has grown long.
create table contact_tallies (
  company_id integer not null references companies (id) on delete cascade,
  day date not null,
  id bigint generated always as identity,
  created integer not null,
  listed integer not null,
  -- A sum of many; the others are single changes.
  is_folded boolean not null default false,
  primary key (company_id, day, id)
);
select protect_company_table('contact_tallies');

insert into contact_tallies (company_id, day, created, listed, is_folded)
select company_id, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where removed_at is null), true
from contacts group by 1, 2;

-- Once for each statement: an import of hundreds appends one row.
create function tally_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_tallies (company_id, day, created, listed)
    select company_id, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where removed_at is null)
    from come group by 1, 2;
  else
    -- Not of a company that goes with all it has.
    insert into contact_tallies (company_id, day, created, listed)
    select g.company_id, (g.created_at at time zone 'UTC')::date, -count(*), -count(*) filter (where g.removed_at is null)
    from gone g where exists (select from companies c where c.id = g.company_id) group by 1, 2;
  end if;
  return null;
end $$;
create trigger tally_new_contacts after insert on contacts
  referencing new table as come for each statement execute function tally_contacts();
create trigger tally_gone_contacts after delete on contacts
  referencing old table as gone for each statement execute function tally_contacts();

-- Taken off the lists, put back, or as old as the contact it was merged with: one at a time, and seldom.
create function tally_changed_contact() returns trigger language plpgsql as $$
begin
  insert into contact_tallies (company_id, day, created, listed)
  values
    (old.company_id, (old.created_at at time zone 'UTC')::date, -1, -(old.removed_at is null)::integer),
    (new.company_id, (new.created_at at time zone 'UTC')::date, 1, (new.removed_at is null)::integer);
  return null;
end $$;
create trigger tally_changed_contact after update on contacts for each row
  when ((old.created_at, old.removed_at is null) is distinct from (new.created_at, new.removed_at is null))
  execute function tally_changed_contact();

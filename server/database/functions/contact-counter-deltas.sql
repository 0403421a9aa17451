-- Writes contact_counter_deltas once per statement, so an import of hundreds of contacts appends one row.
create or replace function add_contact_deltas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_counter_deltas (company_id, day, created, listed)
    select company_id, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where removed_at is null)
    from come group by 1, 2;
  else
    -- No delta while the company itself is deleted: its counters are deleted too, so the delta would remain.
    insert into contact_counter_deltas (company_id, day, created, listed)
    select g.company_id, (g.created_at at time zone 'UTC')::date, -count(*), -count(*) filter (where g.removed_at is null)
    from gone g where exists (select from companies c where c.id = g.company_id) group by 1, 2;
  end if;
  return null;
end $$;

create or replace trigger add_new_contact_deltas after insert on contacts
  referencing new table as come for each statement execute function add_contact_deltas();
create or replace trigger add_gone_contact_deltas after delete on contacts
  referencing old table as gone for each statement execute function add_contact_deltas();

-- This trigger runs once per row and not per statement, because a contact is rarely soft-deleted, restored, or
-- given another creation time by a merge.
create or replace function add_changed_contact_delta() returns trigger language plpgsql as $$
begin
  insert into contact_counter_deltas (company_id, day, created, listed)
  values
    (old.company_id, (old.created_at at time zone 'UTC')::date, -1, -(old.removed_at is null)::integer),
    (new.company_id, (new.created_at at time zone 'UTC')::date, 1, (new.removed_at is null)::integer);
  return null;
end $$;

create or replace trigger add_changed_contact_delta after update on contacts for each row
  when ((old.created_at, old.removed_at is null) is distinct from (new.created_at, new.removed_at is null))
  execute function add_changed_contact_delta();

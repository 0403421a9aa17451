create or replace function add_closed_ticket_delta() returns trigger language plpgsql as $$
begin
  -- No delta while the company itself is deleted: its counters are deleted too, so the delta would remain.
  if tg_op <> 'INSERT' and old.status = 'closed' then
    insert into closed_ticket_deltas (company_id, day, queue_id, tickets)
    select old.company_id, (old.last_at at time zone 'UTC')::date, old.queue_id, -1
    where exists (select from companies c where c.id = old.company_id);
  end if;
  if tg_op <> 'DELETE' and new.status = 'closed' then
    insert into closed_ticket_deltas (company_id, day, queue_id, tickets)
    values (new.company_id, (new.last_at at time zone 'UTC')::date, new.queue_id, 1);
  end if;
  return null;
end $$;

create or replace trigger add_closed_ticket_delta after insert on tickets for each row
  when (new.status = 'closed') execute function add_closed_ticket_delta();
create or replace trigger take_closed_ticket_delta after delete on tickets for each row
  when (old.status = 'closed') execute function add_closed_ticket_delta();
create or replace trigger move_closed_ticket_delta after update on tickets for each row
  when ((old.status = 'closed' or new.status = 'closed')
    and (old.status, old.queue_id, (old.last_at at time zone 'UTC')::date)
      is distinct from (new.status, new.queue_id, (new.last_at at time zone 'UTC')::date))
  execute function add_closed_ticket_delta();

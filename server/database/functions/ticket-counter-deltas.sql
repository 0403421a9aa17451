create or replace function add_ticket_delta() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- No delta while the company itself is deleted: its counters are deleted too, so the delta would remain.
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    select old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1
    where exists (select from companies c where c.id = old.company_id);
  elsif tg_op = 'INSERT' then
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    values (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  else
    insert into ticket_counter_deltas (company_id, status, queue_id, user_id, is_unread, tickets)
    values (old.company_id, old.status, old.queue_id, old.user_id, old.unread > 0, -1),
      (new.company_id, new.status, new.queue_id, new.user_id, new.unread > 0, 1);
  end if;
  return null;
end $$;

create or replace trigger add_ticket_delta after insert or delete on tickets for each row
  execute function add_ticket_delta();
create or replace trigger add_moved_ticket_delta after update on tickets for each row
  when ((old.status, old.queue_id, old.user_id, old.unread > 0)
    is distinct from (new.status, new.queue_id, new.user_id, new.unread > 0))
  execute function add_ticket_delta();

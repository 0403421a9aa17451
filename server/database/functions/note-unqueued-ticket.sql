create or replace function note_unqueued_ticket() returns trigger language plpgsql as $$
begin
  if new.status <> 'pending' or new.queue_id is not null then
    new.unqueued_since := null;
  elsif new.unqueued_since is null then
    new.unqueued_since := new.last_at;
  end if;
  return new;
end $$;

create or replace trigger note_unqueued_new_ticket before insert on tickets for each row
  when (new.status = 'pending' and new.queue_id is null)
  execute function note_unqueued_ticket();
create or replace trigger note_unqueued_ticket before update of status, queue_id on tickets for each row
  when ((old.status, old.queue_id) is distinct from (new.status, new.queue_id))
  execute function note_unqueued_ticket();

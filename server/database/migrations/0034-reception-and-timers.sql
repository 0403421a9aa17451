-- What the house has said to a contact by itself, and where the bot stands in the contact's live ticket.
create table bot_conversations (
  company_id integer not null references companies (id) on delete cascade,
  contact_id integer not null,
  -- The ticket that stage, option and counts are about; of another one they say nothing.
  ticket_id integer,
  stage text check (stage in ('queues', 'options', 'ended')),
  -- The option below which the customer stands; null is the top of the queue's menu.
  option_id integer,
  invalid_answers integer not null default 0,
  menu_at timestamptz,
  -- A person answered the ticket from the handset.
  is_taken_over boolean not null default false,
  out_of_hours_at timestamptz,
  -- The closed ticket for which a rating was asked last, and when.
  rating_ticket_id integer,
  rating_asked_at timestamptz,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id),
  foreign key (company_id, option_id) references queue_options (company_id, id) on delete set null (option_id),
  foreign key (company_id, rating_ticket_id) references tickets (company_id, id) on delete set null (rating_ticket_id)
);
create index bot_conversations_of_ticket on bot_conversations (company_id, ticket_id) where ticket_id is not null;
create index bot_conversations_at_option on bot_conversations (company_id, option_id) where option_id is not null;
create index bot_conversations_to_rate on bot_conversations (company_id, rating_ticket_id)
  where rating_ticket_id is not null;
select protect_company_table('bot_conversations');

-- Who waits in a queue already is answered by people.
insert into bot_conversations (company_id, contact_id, ticket_id, stage)
select company_id, contact_id, id, 'ended' from tickets where status = 'pending' and queue_id is not null;

-- Since when a pending ticket has been without a queue (BOT-05): its age would send a customer who has just gone back to
-- the list of queues away from it. Whoever writes the ticket keeps it.
alter table tickets add unqueued_since timestamptz;
update tickets set unqueued_since = last_at where status = 'pending' and queue_id is null;

create function note_unqueued_ticket() returns trigger language plpgsql as $$
begin
  if new.status <> 'pending' or new.queue_id is not null then
    new.unqueued_since := null;
  elsif new.unqueued_since is null then
    new.unqueued_since := new.last_at;
  end if;
  return new;
end $$;
create trigger note_unqueued_new_ticket before insert on tickets for each row
  when (new.status = 'pending' and new.queue_id is null)
  execute function note_unqueued_ticket();
create trigger note_unqueued_ticket before update of status, queue_id on tickets for each row
  when ((old.status, old.queue_id) is distinct from (new.status, new.queue_id))
  execute function note_unqueued_ticket();

-- Timers look at each connection that has one, and from there at what is due, oldest first.
create index tickets_unqueued on tickets (company_id, connection_id, unqueued_since) where unqueued_since is not null;
create index tickets_idle on tickets (company_id, connection_id, last_at)
  where status = 'open' and last_message_from_me and not is_group;
create index connections_that_redirect on connections (company_id, id)
  where time_send_queue > 0 and send_queue_id is not null;
create index connections_that_close on connections (company_id, id) where expires_ticket > 0;

-- The latest transfer of a ticket by a person (decision 0092): what undoing it restores, and what the receiver's bell lists.
create table ticket_handovers (
  company_id integer not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  ticket_id integer not null,
  by_user_id integer not null,
  -- Null: into a queue, for anybody there.
  to_user_id integer,
  at timestamptz not null,
  -- The receiver has opened the ticket, or marked the line in the bell.
  is_seen boolean not null,
  -- The ticket before. Without foreign keys: undoing checks that they still exist.
  before_status text not null check (before_status in ('pending', 'open')),
  before_user_id integer,
  before_queue_id integer,
  before_connection_id integer,
  primary key (company_id, id),
  unique (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, by_user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, to_user_id) references users (company_id, id) on delete cascade
);
create index ticket_handovers_by_whom on ticket_handovers (company_id, by_user_id);
create index ticket_handovers_to_whom on ticket_handovers (company_id, to_user_id) where to_user_id is not null;
select protect_company_table('ticket_handovers');

-- The note that the sender wrote for the receiver.
alter table ticket_notes add column handover_id bigint;
alter table ticket_notes add foreign key (company_id, handover_id)
  references ticket_handovers (company_id, id) on delete set null (handover_id);
create index ticket_notes_of_handover on ticket_notes (company_id, handover_id) where handover_id is not null;

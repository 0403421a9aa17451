-- Tickets that went into another one, for those who still hold their id or address.
create table ticket_merges (
  company_id integer not null,
  ticket_id integer not null,
  uuid uuid not null,
  into_ticket_id integer not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, into_ticket_id) references tickets (company_id, id) on delete cascade
);
create unique index ticket_merges_uuid on ticket_merges (company_id, uuid);
create index ticket_merges_into on ticket_merges (company_id, into_ticket_id);
select protect_company_table('ticket_merges');

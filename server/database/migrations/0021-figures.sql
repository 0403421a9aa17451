-- What the history of tickets tells in figures. `seconds`: of the first 'accepted' the wait since the ticket was created,
-- of 'closed' the attendance since the last 'accepted' or 'reopened'. `rating`: of 'rated', 1 to 3.
alter table ticket_events
  add column seconds integer,
  add column rating smallint check (rating between 1 and 3),
  drop constraint ticket_events_kind_check,
  add constraint ticket_events_kind_check check
    (kind in ('created', 'queued', 'accepted', 'returned', 'transferred', 'closed', 'reopened', 'rated'));
create index ticket_events_created on ticket_events (company_id, at) where kind = 'created';
create index contacts_by_creation on contacts (company_id, created_at);

-- Sums of one day, in the company's time zone when it was summed, and of one user (0: nobody).
create table daily_figures (
  company_id integer not null references companies (id) on delete cascade,
  day date not null,
  user_id integer not null,
  finished integer not null,
  attended_seconds bigint not null,
  attendances integer not null,
  waited_seconds bigint not null,
  waits integer not null,
  ratings_sum integer not null,
  ratings integer not null,
  primary key (company_id, day, user_id)
);
select protect_company_table('daily_figures');

-- Up to which event the sums hold everything; later ones are added when a figure is read.
create table figures_kept (
  company_id integer primary key references companies (id) on delete cascade,
  event_id bigint not null
);
select protect_company_table('figures_kept');

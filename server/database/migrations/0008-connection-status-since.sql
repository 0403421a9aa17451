-- Since when a connection has its status. Of those that exist already nobody knows: they count from here.
alter table connections add column status_since timestamptz not null default now();
alter table connections alter column status_since drop default;

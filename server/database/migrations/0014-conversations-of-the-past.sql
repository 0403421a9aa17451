-- What the phone held from before the linking: closed, and left out of every figure.
alter table tickets add is_history boolean not null default false;
create index tickets_of_history on tickets (company_id, contact_id) where is_history;

-- Messages of the past are numbered in front of all others, by their time: conversations are read in order of id. What
-- was said in one second keeps the order in which it was told.
create sequence history_places maxvalue 999999 cycle;
grant usage on sequence history_places to balcao_app;

alter table connections add history_last_heard boolean not null default false;

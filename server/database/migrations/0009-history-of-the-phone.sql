-- Decided when a number is linked, and kept for that linking: whether the phone's history is brought in, and how far it is.
alter table connections
  add brings_history boolean not null default false,
  add history_state text check (history_state in ('none', 'running', 'done')),
  add history_messages integer not null default 0;

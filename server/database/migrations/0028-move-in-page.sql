alter table move_ins
  alter column product drop not null,
  add column address text,
  add column folder text,
  add column ordered text check (ordered in ('look', 'run', 'switch')),
  add column is_stopping boolean not null default false,
  add column failure text,
  add column progress jsonb,
  add column look jsonb,
  add column mapping jsonb;
comment on column move_ins.product is '`whaticket` (also ticketz and forks) or `chatwoot`; null: it was never read.';
comment on column move_ins.state is '`new`, `looked`, `running`, `stopped`, `failed`, `done` or `switched`.';
comment on column move_ins.address is
  'Of a move by the page: the address of the source, encrypted. Its switch and the super user''s delete clear it, with '
  '`look` and `mapping`, which hold names and e-mails of the source.';
comment on column move_ins.folder is 'Its files, below the folder for moves; null: none move.';
comment on column move_ins.ordered is
  'What the worker has to do. It clears it at the end, so that the next one continues the work of a killed one.';
comment on column move_ins.is_stopping is 'The worker shall end the order behind the piece that it is moving.';
comment on column move_ins.failure is 'Why the latest order ended without its result, as a code; null: it did not.';
comment on column move_ins.progress is 'Of a run by the page: company, step, rows and the rest of the time.';
comment on column move_ins.look is 'What the latest look found.';
comment on column move_ins.mapping is 'The super user''s answers to it.';

alter table move_in_steps add column source_rows bigint;
comment on column move_in_steps.source_rows is 'Rows of the step in the source when this pass began.';

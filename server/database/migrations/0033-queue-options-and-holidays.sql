-- The menu of a queue: a tree of options. An option stands under one of its own queue, or at the top.
create table queue_options (
  company_id integer not null,
  id integer generated always as identity,
  queue_id integer not null,
  parent_id integer,
  -- Its place among its siblings, which is also what the customer types: 1, 2, 3 without gaps.
  option integer not null check (option > 0),
  title text not null,
  -- What the bot says when it is chosen.
  message text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, queue_id, id),
  -- Checked at the end of each statement, so that one statement may renumber siblings.
  unique nulls not distinct (company_id, queue_id, parent_id, option) deferrable,
  check (parent_id <> id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, queue_id, parent_id) references queue_options (company_id, queue_id, id) on delete cascade
);
select protect_company_table('queue_options');

-- Days on which the company and all its queues are closed.
create table holidays (
  company_id integer not null references companies (id) on delete cascade,
  id integer generated always as identity,
  day date not null,
  name text not null,
  primary key (company_id, id),
  unique (company_id, day)
);
select protect_company_table('holidays');

-- The hours of the company, for the mode that knows one set for all; the same default as a new queue's (QUEUE-03).
alter table companies add schedules jsonb not null default '[
  { "weekday": "Segunda-feira", "weekdayEn": "monday", "startTime": "08:00", "endTime": "18:00" },
  { "weekday": "Terça-feira", "weekdayEn": "tuesday", "startTime": "08:00", "endTime": "18:00" },
  { "weekday": "Quarta-feira", "weekdayEn": "wednesday", "startTime": "08:00", "endTime": "18:00" },
  { "weekday": "Quinta-feira", "weekdayEn": "thursday", "startTime": "08:00", "endTime": "18:00" },
  { "weekday": "Sexta-feira", "weekdayEn": "friday", "startTime": "08:00", "endTime": "18:00" },
  { "weekday": "Sábado", "weekdayEn": "saturday", "startTime": "08:00", "endTime": "12:00" },
  { "weekday": "Domingo", "weekdayEn": "sunday", "startTime": "00:00", "endTime": "00:00" }
]';

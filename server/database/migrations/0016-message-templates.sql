create table message_templates (
  company_id integer not null,
  id integer generated always as identity,
  connection_id integer not null,
  meta_id text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  quality text,
  reason text,
  is_named boolean not null,
  components jsonb not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index message_templates_by_meta_id on message_templates (company_id, connection_id, meta_id);
select protect_company_table('message_templates');
comment on table message_templates is
  'What Meta says of the message templates of official numbers. Only approved ones can be sent.';
comment on column message_templates.meta_id is 'Meta''s id of the template.';
comment on column message_templates.language is 'Such as pt_BR. Name and language identify a template at sending.';
comment on column message_templates.category is 'As Meta spells it, such as UTILITY. Meta may change it.';
comment on column message_templates.status is 'As Meta spells it, such as APPROVED, REJECTED or PAUSED.';
comment on column message_templates.quality is 'GREEN, YELLOW, RED or UNKNOWN, as Meta spells it.';
comment on column message_templates.reason is 'Meta''s reason for the rejection, pause or end of the template.';
comment on column message_templates.is_named is 'Its variables have names in place of numbers.';
comment on column message_templates.components is 'Header, body, footer and buttons, as Meta writes them.';
comment on column message_templates.updated_at is 'When its row changed last.';

create table message_template_checks (
  company_id integer not null,
  connection_id integer not null,
  asked_at timestamptz not null,
  checked_at timestamptz,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index message_template_checks_by_time on message_template_checks (asked_at);
select protect_company_table('message_template_checks');
comment on table message_template_checks is 'When Meta was asked for all message templates of an official number.';
comment on column message_template_checks.asked_at is 'The last time, also when Meta did not answer.';
comment on column message_template_checks.checked_at is 'The last time with an answer; null: there was none.';

alter table schedules
  add column template_id integer,
  add column template_values jsonb,
  add constraint schedules_template_values_check check (template_id is null or template_values is not null),
  add constraint schedules_template_id_fkey foreign key (company_id, template_id)
    references message_templates (company_id, id) on delete set null (template_id);
create index schedules_of_template on schedules (company_id, template_id) where template_id is not null;
comment on column schedules.template_id is
  'The message template that is sent. Null with values: the template was deleted, and the schedule fails.';
comment on column schedules.template_values is
  '{ header, body, buttons }: the values of the template''s variables, which may name {{name}}. Null: `body` is sent.';
comment on column schedules.body is 'As written. With a template: its filled text, for lists and search.';

alter table ticket_events
  drop constraint ticket_events_kind_check,
  add constraint ticket_events_kind_check check (kind in ('created', 'queued', 'accepted', 'returned', 'transferred',
    'closed', 'reopened', 'rated', 'snoozed', 'woken', 'unsent')),
  add column unsent text;
comment on column ticket_events.unsent is
  'Only of `unsent`: the automatic text that was left out because the reply window was closed, such as farewell.';

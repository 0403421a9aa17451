create or replace function ticket_statuses() returns text[]
  language sql immutable parallel safe
  return array['pending', 'open', 'snoozed', 'closed'];

alter table tickets add column snoozed_until timestamptz;
comment on column tickets.snoozed_until is
  'Of a snoozed ticket: when it wakes; null: only the customer''s next message wakes it. Of others it means nothing.';

alter table ticket_events drop constraint ticket_events_kind_check,
  add constraint ticket_events_kind_check check (kind in ('created', 'queued', 'accepted', 'returned', 'transferred',
    'closed', 'reopened', 'rated', 'snoozed', 'woken'));

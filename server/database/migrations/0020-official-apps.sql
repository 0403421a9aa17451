alter table official_numbers add column app_id text;
comment on column official_numbers.app_id is
  'Meta''s id of the app of the number''s token. One secret signs the webhooks of all its numbers. Null: not known yet.';

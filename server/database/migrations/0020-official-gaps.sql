alter table official_numbers add column app_id text;
comment on column official_numbers.app_id is
  'Meta''s id of the app of the number''s token. One secret signs the webhooks of all its numbers. Null: not known yet.';

alter table messages add column raw_content text;
comment on column messages.raw_content is
  'A message that can''t be shown, as its provider sent it, at most 16,000 characters. Null: it can be shown.';

alter table campaign_opt_outs add column is_from_whatsapp boolean not null default false;
comment on column campaign_opt_outs.is_from_whatsapp is
  'The person stopped marketing messages at WhatsApp, where they may resume them too; the word is null.';
comment on column campaign_opt_outs.phone is
  'The canonical number; of a person without one who stopped at WhatsApp, the user id.';

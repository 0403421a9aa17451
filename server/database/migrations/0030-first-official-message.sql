alter table official_numbers add column first_message_at timestamptz;
-- The oldest known moment of numbers that are in use.
update official_numbers set first_message_at = last_webhook_at;
comment on column official_numbers.first_message_at is
  'When the first message or status of the number came. Null: perhaps the field messages is not subscribed at Meta.';

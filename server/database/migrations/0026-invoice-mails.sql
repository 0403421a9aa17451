alter table invoices add column mail_ordered_at timestamptz;
comment on column invoices.mail_ordered_at is
  'When its mail to the company was ordered; null: not yet. The installation may send no mail.';
-- Their companies know them already.
update invoices set mail_ordered_at = updated_at where status = 'open';

-- Of each conversation the delivery that waits longest, however many wait behind it (decision 0052).
create index webhook_deliveries_behind on webhook_deliveries (company_id, webhook_id, ticket_id, id)
  where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (company_id, webhook_id, next_try_at, id)
  where state = 'waiting';

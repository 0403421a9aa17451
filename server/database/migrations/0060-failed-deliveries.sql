-- The log of a webhook, only what failed: newest first, a few among many.
create index webhook_deliveries_failed on webhook_deliveries (company_id, webhook_id, id) where state = 'failed';

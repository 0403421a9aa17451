-- Updates the counts of campaigns once per statement, so preparing 100,000 contacts updates the campaign once.
create or replace function count_shipping() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update campaigns c
    set total_count = c.total_count - d.total, valid_count = c.valid_count - d.valid,
      pending_count = c.pending_count - d.pending, sending_count = c.sending_count - d.sending,
      asked_count = c.asked_count - d.asked, confirmed_count = c.confirmed_count - d.confirmed,
      sent_count = c.sent_count - d.sent, delivered_count = c.delivered_count - d.delivered,
      read_count = c.read_count - d.read, failed_count = c.failed_count - d.failed,
      skipped_count = c.skipped_count - d.skipped, requested_count = c.requested_count - d.requested,
      confirmation_count = c.confirmation_count - d.confirmations
    from (
      select company_id, campaign_id, count(*) as total, count(*) filter (where is_valid) as valid,
        count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'sending') as sending,
        count(*) filter (where state = 'asked') as asked, count(*) filter (where state = 'confirmed') as confirmed,
        count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'read') as read, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where confirmation_requested_at is not null) as requested,
        count(*) filter (where confirmation_requested_at is not null and delivered_at is not null) as confirmations
      from gone group by 1, 2
    ) d
    where c.company_id = d.company_id and c.id = d.campaign_id;
  end if;
  if tg_op <> 'DELETE' then
    update campaigns c
    set total_count = c.total_count + d.total, valid_count = c.valid_count + d.valid,
      pending_count = c.pending_count + d.pending, sending_count = c.sending_count + d.sending,
      asked_count = c.asked_count + d.asked, confirmed_count = c.confirmed_count + d.confirmed,
      sent_count = c.sent_count + d.sent, delivered_count = c.delivered_count + d.delivered,
      read_count = c.read_count + d.read, failed_count = c.failed_count + d.failed,
      skipped_count = c.skipped_count + d.skipped, requested_count = c.requested_count + d.requested,
      confirmation_count = c.confirmation_count + d.confirmations
    from (
      select company_id, campaign_id, count(*) as total, count(*) filter (where is_valid) as valid,
        count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'sending') as sending,
        count(*) filter (where state = 'asked') as asked, count(*) filter (where state = 'confirmed') as confirmed,
        count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'read') as read, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where confirmation_requested_at is not null) as requested,
        count(*) filter (where confirmation_requested_at is not null and delivered_at is not null) as confirmations
      from come group by 1, 2
    ) d
    where c.company_id = d.company_id and c.id = d.campaign_id;
  end if;
  return null;
end $$;

create or replace trigger count_added after insert on campaign_shipping
  referencing new table as come for each statement execute function count_shipping();
create or replace trigger count_changed after update on campaign_shipping
  referencing old table as gone new table as come for each statement execute function count_shipping();
create or replace trigger count_removed after delete on campaign_shipping
  referencing old table as gone for each statement execute function count_shipping();

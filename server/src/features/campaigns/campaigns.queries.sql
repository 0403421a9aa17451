-- Printed from campaigns.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.byId
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id where c.id = :id;

-- campaigns.byIds
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id where c.id = any (:ids) order by c.id;

-- campaigns.page
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id where position(plain_text(:words) in plain_text(c.name)) > 0 and (:status::text is null
or c.status = :status) order by c.id desc limit :limit offset :offset;

-- campaigns.count
select count(*)::int as count from campaigns c where position(plain_text(:words) in plain_text(c.name)) > 0 and (:status::text is null
or c.status = :status);

-- campaigns.due
select c.company_id, c.id
from campaigns c
join companies o on o.id = c.company_id and o.is_active
join plans p on p.id = o.plan_id and p.use_campaigns
where c.status = 'PROGRAMADA' and c.scheduled_at <= :now
  and (((o.due_date + 1)::timestamp at time zone o.time_zone) > :now or exists (select from users s where s.company_id = o.id and s.is_super))
  and not exists (
    select from settings s where s.company_id = c.company_id and s.key = 'campaignsEnabled' and s.value = 'false'
  )
order by c.scheduled_at, c.id
limit :limit;

-- campaigns.lock
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id where c.id = :id for no key update of c;

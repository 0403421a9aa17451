-- Printed by "node tools/print-sql.mjs" from the files that it names. Read it; change the others.

-- # server/src/features/announcements/announcements.queries.ts

-- announcements.page
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where (is_active or :alsoInactive) and
(position(plain_text(:words) in plain_text(title)) > 0 or position(plain_text(:words) in plain_text(text)) > 0) order by priority, created_at desc, id desc limit :limit offset :offset;

-- announcements.count
select count(*)::int as count from announcements where (is_active or :alsoInactive) and
(position(plain_text(:words) in plain_text(title)) > 0 or position(plain_text(:words) in plain_text(text)) > 0);

-- # server/src/features/audit/audit.queries.ts

-- audit.every
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where true
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.everyOfAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.act = :act
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofCompany
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId and e.act = :act
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofUser
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId and e.user_id = :userId
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- audit.ofUserAndAct
select e.id, e.company_id, c.name as company_name, e.at, e.act, e.user_id, e.user_name, e.address, e.subject_id,
  e.subject_name, e.detail
from audit_entries e
left join companies c on c.id = e.company_id
where e.company_id = :companyId and e.user_id = :userId and e.act = :act
  and e.at >= coalesce(
    (select :from::date::timestamp at time zone h.time_zone from companies h where h.id = :homeId), '-infinity')
  and e.at < coalesce(
    (select (:to::date + 1)::timestamp at time zone h.time_zone from companies h where h.id = :homeId), 'infinity')
  and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'), coalesce(:beforeId::bigint, 0))
order by e.at desc, e.id desc
limit :limit;

-- # server/src/features/billing/billing.queries.ts

-- billing.countInvoices
select count(*)::int as count from invoices i where (:words = '' or position(plain_text(:words) in plain_text(i.detail)) > 0 or i.id::text = :words);

-- billing.countPlatformInvoices
select count(*)::int as count from invoices i join companies c on c.id = i.company_id where
(:words = '' or position(plain_text(:words) in plain_text(c.name)) > 0 or i.id::text = :words
  or (i.company_id, i.id) in (
    select g.company_id, g.invoice_id from pix_charges g where g.txid in (upper(:words), lower(:words))))
and (:status = '' or i.status = :status or (:status = 'attention' and exists (
  select from pix_charges g where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')))));

-- billing.insertInvoices
insert into invoices (company_id, plan_id, recurrence, detail, value, due_date, created_at, updated_at)
select d.company_id, d.plan_id, d.recurrence, d.detail, d.value, d.due_date, :at, :at
from unnest(:companies::int[], :plans::int[], :recurrences::text[], :details::text[], :values::numeric[],
:dueDates::date[])
  as d (company_id, plan_id, recurrence, detail, value, due_date)
on conflict (company_id) where status = 'open' do nothing
returning company_id;

-- billing.invoicesPage
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
(select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
  when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention from invoices i where (:words = '' or position(plain_text(:words) in plain_text(i.detail)) > 0 or i.id::text = :words) order by i.id desc limit :limit offset :offset;

-- billing.platformInvoiceById
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
  (select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
    when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention, c.id as company_id, c.name as company_name, c.due_date as company_due_date, g.charge,
  (select coalesce(json_agg(json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by g.created_at desc, g.txid), '[]') from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id) as charges
from invoices i
join companies c on c.id = i.company_id
left join lateral (
  select json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as charge
  from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id
  -- Charges that wait for a decision come first, then paid ones, then the newest.
  order by (g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus'))) desc, g.state = 'paid' desc, g.created_at desc
  limit 1
) g on true
where i.id = :id;

-- billing.platformInvoices
select i.id, i.detail, i.value, i.due_date, i.status, i.plan_id, i.recurrence, i.created_at, i.updated_at,
  (select case when g.state = 'surplus' and i.status = 'cancelled' then 'cancelled'
    when g.state in ('differs', 'surplus') then g.state when g.exceeds then 'exceeds' end from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')) limit 1) as attention, c.id as company_id, c.name as company_name, c.due_date as company_due_date, g.charge,
  (select coalesce(json_agg(json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by g.created_at desc, g.txid), '[]') from pix_charges g
    where g.company_id = i.company_id and g.invoice_id = i.id) as charges
from invoices i
join companies c on c.id = i.company_id
left join lateral (
  select json_build_object('txid', g.txid, 'provider', g.provider, 'planName', g.plan_name, 'amount', g.amount,
    'state', g.state, 'paidAmount', g.paid_amount,
    'createdAt', to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as charge
  from pix_charges g
  where g.company_id = i.company_id and g.invoice_id = i.id
  -- Charges that wait for a decision come first, then paid ones, then the newest.
  order by (g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus'))) desc, g.state = 'paid' desc, g.created_at desc
  limit 1
) g on true
where
(:words = '' or position(plain_text(:words) in plain_text(c.name)) > 0 or i.id::text = :words
  or (i.company_id, i.id) in (
    select g.company_id, g.invoice_id from pix_charges g where g.txid in (upper(:words), lower(:words))))
and (:status = '' or i.status = :status or (:status = 'attention' and exists (
  select from pix_charges g where g.company_id = i.company_id and g.invoice_id = i.id and g.handled_at is null and (g.exceeds or g.state in ('differs', 'surplus')))))
order by i.id desc limit :limit offset :offset;

-- billing.repriceInvoices
update invoices i
set plan_id = d.plan_id, recurrence = d.recurrence, detail = d.detail, value = d.value, updated_at = :at
from unnest(:companies::int[], :plans::int[], :recurrences::text[], :details::text[], :values::numeric[],
:dueDates::date[])
  as d (company_id, plan_id, recurrence, detail, value, due_date)
where i.company_id = d.company_id and i.status = 'open';

-- # server/src/features/bots/bots.queries.ts

-- bots.markNewestAsSkipped
update bot_talks b set answered_id = n.id
from (select max(m.id) as id from messages m where m.ticket_id = :ticketId and not m.from_me) n
where b.ticket_id = :ticketId and b.answered_id < n.id and not exists (
  select from messages m where m.ticket_id = :ticketId and m.id > b.answered_id and m.id < n.id and not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'
);

-- bots.unanswered
select m.id, m.body, m.from_me, m.media_type, m.media, m.created_at, m.media_type is null and m.body = any (:awaited::text[]) as is_awaited from messages m
where m.ticket_id = :ticketId and m.id > :after and not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'
  and not (m.media_type is null and m.body = any (:awaited::text[]) and m.created_at <= :since)
order by m.id limit :limit;

-- # server/src/features/campaigns/campaign-shipping.queries.ts

-- campaigns.listAudience
select count(*) filter (where o.id is null and i.is_whatsapp_valid and not i.phone like '__.%')::int as contacts,
  count(*) filter (where o.id is null and not i.is_whatsapp_valid and i.is_check_due)::int as unchecked,
  count(o.id)::int as "optedOut",
  count(*) filter (where o.id is null and not i.is_whatsapp_valid and not i.is_check_due)::int as invalid,
  count(*) filter (where o.id is null and i.phone like '__.%')::int as "withoutPhone"
from contact_list_items i
left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
where i.contact_list_id = :listId;

-- campaigns.countShipping
select count(*)::int as count from campaign_shipping s where s.campaign_id = :campaignId
and (:words = '' or position(plain_text(:words) in s.name_plain) > 0
  or (:digits::text is not null and position(:digits in s.number) > 0))
and (:states::text[] is null or s.state = any (:states));

-- campaigns.overTime
select (extract(epoch from h.at - :startedAt::timestamptz) / :stepSeconds::int)::int as step,
  coalesce(sum(g.contacts) filter (where h.what = 'shipped'), 0)::int as shipped,
  coalesce(sum(g.contacts) filter (where h.what = 'received'), 0)::int as received,
  coalesce(sum(g.contacts) filter (where h.what = 'read'), 0)::int as read,
  coalesce(sum(g.contacts) filter (where h.what = 'failed'), 0)::int as failed,
  coalesce(sum(g.contacts) filter (where h.what = 'confirmed'), 0)::int as confirmed
from (
  select
    date_bin(:stepSeconds * interval '1 second', s.delivered_at, :startedAt) as delivered_at,
    date_bin(:stepSeconds * interval '1 second', s.received_at, :startedAt) as received_at,
    date_bin(:stepSeconds * interval '1 second', s.read_at, :startedAt) as read_at,
    date_bin(:stepSeconds * interval '1 second', s.failed_at, :startedAt) as failed_at,
    date_bin(:stepSeconds * interval '1 second', s.confirmed_at, :startedAt) as confirmed_at,
    count(*) as contacts
  from campaign_shipping s
  where s.campaign_id = :campaignId
  group by 1, 2, 3, 4, 5
) g
cross join lateral (values ('shipped', g.delivered_at), ('received', g.received_at), ('read', g.read_at),
  ('failed', g.failed_at), ('confirmed', g.confirmed_at)) as h (what, at)
where h.at is not null
group by 1 order by 1;

-- campaigns.shippingPage
select
s.id, s.campaign_id, s.name, s.number, s.email, s.state, s.reason, s.delivered_at, s.received_at, s.read_at,
s.failed_at, s.confirmation_requested_at, s.confirmed_at, s.contact_id, t.uuid as ticket_uuid, s.created_at,
s.updated_at
from (
  select s.company_id, s.id from campaign_shipping s where s.campaign_id = :campaignId
  and (:words = '' or position(plain_text(:words) in s.name_plain) > 0
    or (:digits::text is not null and position(:digits in s.number) > 0))
  and (:states::text[] is null or s.state = any (:states)) order by s.id limit :limit offset :offset
) page
join campaign_shipping s on s.company_id = page.company_id and s.id = page.id
left join messages m on m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id)
left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
order by s.id;

-- campaigns.shippingAfter
select
s.id, s.campaign_id, s.name, s.number, s.email, s.state, s.reason, s.delivered_at, s.received_at, s.read_at,
s.failed_at, s.confirmation_requested_at, s.confirmed_at, s.contact_id, t.uuid as ticket_uuid, s.created_at,
s.updated_at from campaign_shipping s
left join messages m on m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id)
left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
where s.campaign_id = :campaignId
  and (:words = '' or position(plain_text(:words) in s.name_plain) > 0
    or (:digits::text is not null and position(:digits in s.number) > 0))
  and (:states::text[] is null or s.state = any (:states)) and (:after::bigint is null or s.id > :after)
order by s.id limit :limit;

-- campaigns.prepare
insert into campaign_shipping as s
  (company_id, campaign_id, item_id, name, number, phone, email, is_valid, state, reason, created_at,
    updated_at)
select i.company_id, :campaignId, i.id, i.name, i.number, i.phone, i.email,
  case when w.is_unreachable then false when i.is_whatsapp_valid then true when i.is_check_due then null
    else false end,
  case when o.id is null and not w.is_unreachable and (i.is_whatsapp_valid or i.is_check_due) then 'pending'
    else 'skipped' end,
  case when o.id is not null then 'optedOut' when w.is_unreachable then 'noPhone'
    when i.is_whatsapp_valid or i.is_check_due then null
    when i.checked_at is null then 'unchecked' else 'invalid' end,
  :at, :at
from contact_list_items i
cross join lateral (select not :takesUserIds::boolean and i.phone like '__.%' as is_unreachable) w
left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
where i.contact_list_id = :listId
order by i.id
on conflict (company_id, campaign_id, phone) do update
set item_id = excluded.item_id, name = excluded.name, number = excluded.number, email = excluded.email,
  is_valid = excluded.is_valid, state = excluded.state, reason = excluded.reason, updated_at = excluded.updated_at
where s.state = 'pending' and (s.item_id, s.name, s.number, s.email, s.is_valid)
  is distinct from (excluded.item_id, excluded.name, excluded.number, excluded.email, excluded.is_valid);

-- # server/src/features/campaigns/campaign-slots.queries.ts

-- campaigns.dueSendSlots
select l.company_id, l.connection_id
from campaign_slots l
join connections w on w.company_id = l.company_id and w.id = l.connection_id and w.status = 'CONNECTED'
join companies o on o.id = l.company_id and o.is_active
join plans p on p.id = o.plan_id and p.use_campaigns
where l.is_active and l.look_at <= :now
  and (((o.due_date + 1)::timestamp at time zone o.time_zone) > :now or exists (select from users s where s.company_id = o.id and s.is_super))
  and not exists (
    select from settings s where s.company_id = l.company_id and s.key = 'campaignsEnabled' and s.value = 'false'
  )
order by l.look_at, l.company_id, l.connection_id
limit :limit;

-- campaigns.nextInSlot
select s.id, s.campaign_id, coalesce(i.name, s.name) as name, coalesce(i.number, s.number) as number,
  coalesce(i.email, s.email) as email, s.phone, s.state, s.contact_id,
  (
    select m.id from messages m
    where m.company_id = s.company_id and m.id = s.message_id and m.failure is not null and not m.is_deleted
      and (m.connection_id = c.connection_id or (m.interactive is null and c.template_values is null))
  ) as message_id,
  (
    select m.id from messages m
    where m.company_id = s.company_id and m.id = s.confirmation_message_id and m.failure is not null and not m.is_deleted
      and (m.connection_id = c.connection_id or (m.interactive is null and c.template_values is null))
  ) as confirmation_message_id,
  s.state = 'confirmed' or i.id is not null as is_listed,
  s.state = 'confirmed' or coalesce(i.is_whatsapp_valid, false) as is_valid,
  exists (select from campaign_opt_outs o where o.company_id = s.company_id and o.phone = s.phone) as is_opted_out
from campaigns c
join lateral (
  (select n.id from campaign_shipping n
   where n.company_id = c.company_id and n.campaign_id = c.id and n.state = 'confirmed' order by n.id limit 1)
  union all
  (select n.id from campaign_shipping n
   where n.company_id = c.company_id and n.campaign_id = c.id and n.state = 'pending' and n.is_valid
   order by n.id limit 1)
  limit 1
) turn on true
join campaign_shipping s on s.company_id = c.company_id and s.id = turn.id
left join contact_list_items i on i.company_id = s.company_id and i.id = s.item_id
  and i.contact_list_id = c.contact_list_id and i.phone = s.phone
where c.connection_id = :connectionId and c.status = 'EM_ANDAMENTO' and c.paused_because is null
order by c.turn_at nulls first, c.id
limit 1;

-- # server/src/features/campaigns/campaigns.queries.ts

-- campaigns.byId
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.template_id, m.name as template_name, m.category as template_category,
m.language as template_language, c.template_values, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
left join message_templates m on m.company_id = c.company_id and m.id = c.template_id where c.id = :id;

-- campaigns.byIds
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.template_id, m.name as template_name, m.category as template_category,
m.language as template_language, c.template_values, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
left join message_templates m on m.company_id = c.company_id and m.id = c.template_id where c.id = any (:ids) order by c.id;

-- campaigns.page
select
c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.template_id, m.name as template_name, m.category as template_category,
m.language as template_language, c.template_values, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
left join message_templates m on m.company_id = c.company_id and m.id = c.template_id where position(plain_text(:words) in plain_text(c.name)) > 0 and (:status::text is null
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
l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.template_id, m.name as template_name, m.category as template_category,
m.language as template_language, c.template_values, c.media, c.total_count, c.valid_count,
c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at from campaigns c
left join connections w on w.company_id = c.company_id and w.id = c.connection_id
left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
left join message_templates m on m.company_id = c.company_id and m.id = c.template_id where c.id = :id for no key update of c;

-- # server/src/features/campaigns/move-in.queries.ts

-- campaigns.attachMoved
update campaigns t set media = r.media
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
where t.id = r.id and t.media is null;

-- campaigns.insertMovedSettings
insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at)
overriding system value
select current_company(), message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at from jsonb_populate_recordset(null::campaign_settings, :rows::jsonb)
on conflict do nothing;

-- campaigns.insertMoved
insert into campaigns (company_id, id, name, messages, confirmation_messages, status, confirmation, scheduled_at, completed_at, connection_id,
  contact_list_id, file_list_id, media, created_at, updated_at)
overriding system value
select current_company(), id, name, messages, confirmation_messages, status, confirmation, scheduled_at, completed_at, connection_id,
  contact_list_id, file_list_id, media, created_at, updated_at from jsonb_populate_recordset(null::campaigns, :rows::jsonb);

-- campaigns.insertMovedShipping
insert into campaign_shipping (company_id, id, campaign_id, item_id, name, number, phone, email, is_valid, state, attempts, confirmation_requested_at, confirmed_at,
  delivered_at, created_at, updated_at)
overriding system value
select current_company(), id, campaign_id, item_id, name, number, phone, email, is_valid, state, attempts, confirmation_requested_at, confirmed_at,
  delivered_at, created_at, updated_at from jsonb_populate_recordset(null::campaign_shipping, :rows::jsonb)
on conflict (company_id, campaign_id, phone) do nothing returning id;

-- # server/src/features/campaigns/opt-outs.queries.ts

-- campaigns.countOptOuts
select count(*)::int as count from campaign_opt_outs o where (:words = '' or position(plain_text(:words) in plain_text(o.name)) > 0
or (:digits::text is not null and position(:digits in o.number) > 0));

-- campaigns.optOutById
select o.id, o.name, o.number, o.word, o.is_from_whatsapp, o.campaign_id, c.name as campaign_name, o.created_at from campaign_opt_outs o left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id where o.id = :id;

-- campaigns.optOutsPage
select o.id, o.name, o.number, o.word, o.is_from_whatsapp, o.campaign_id, c.name as campaign_name, o.created_at from campaign_opt_outs o left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id
where (:words = '' or position(plain_text(:words) in plain_text(o.name)) > 0
  or (:digits::text is not null and position(:digits in o.number) > 0)) order by o.id desc limit :limit offset :offset;

-- # server/src/features/chats/chats.queries.ts

-- chats.byId
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.id = :id;

-- chats.byUuid
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.uuid = :uuid;

-- chats.messageOfClient
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at
from chat_messages cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id
where cm.chat_id = :chatId and cm.sender_id = :senderId and cm.client_id = :clientId;

-- chats.messages
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at
from chat_messages cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id
where cm.chat_id = :chatId and cm.id < coalesce(:before::integer, 2147483647)
order by cm.id desc limit :limit offset :offset;

-- chats.byIds
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.id = any (:ids) order by c.id;

-- chats.page
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users
from (
  select c.company_id, c.id, c.uuid, c.title, c.owner_id, c.direct_pair, c.last_message, c.message_count, c.version,
    c.created_at, c.updated_at
  from
chat_members mine
join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
  where mine.user_id = :userId and
(:words = '' or position(plain_text(:words) in plain_text(c.title)) > 0 or exists (
  select from chat_members other
  join users u on u.company_id = other.company_id and u.id = other.user_id
  where other.company_id = c.company_id and other.chat_id = c.id and other.user_id <> :userId
    and position(plain_text(:words) in plain_text(u.name)) > 0))
  order by c.updated_at desc, c.id desc limit :limit offset :offset
) c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m
order by c.updated_at desc, c.id desc;

-- chats.count
select count(*) filter (where
(:words = '' or position(plain_text(:words) in plain_text(c.title)) > 0 or exists (
  select from chat_members other
  join users u on u.company_id = other.company_id and u.id = other.user_id
  where other.company_id = c.company_id and other.chat_id = c.id and other.user_id <> :userId
    and position(plain_text(:words) in plain_text(u.name)) > 0)))::int as count,
  count(*) filter (where mine.unreads > 0)::int as unread_chats
from
chat_members mine
join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
where mine.user_id = :userId;

-- chats.byPair
select
c.id, c.uuid, c.title, c.owner_id, c.direct_pair is not null as is_direct, c.last_message, c.message_count,
c.version, c.created_at, c.updated_at, m.users from chats c
cross join lateral (
  select coalesce(json_agg(json_build_object('userId', cm.user_id, 'name', u.name, 'unreads', cm.unreads,
    'isMentioned', cm.is_mentioned) order by lower(u.name), u.id), '[]') as users
  from chat_members cm
  join users u on u.company_id = cm.company_id and u.id = cm.user_id
  where cm.company_id = c.company_id and cm.chat_id = c.id
) m where c.direct_pair = :pair;

-- chats.insertMessage
with cm as (
  insert into chat_messages (company_id, chat_id, sender_id, client_id, message, media, mentions, created_at)
  values (current_company(), :chatId, :senderId, :clientId, :message, :media, :mentions, :at)
  returning company_id, id, chat_id, sender_id, client_id, message, media, mentions, created_at
)
select
cm.id, cm.chat_id, cm.sender_id, u.name as sender_name, cm.client_id, cm.message, cm.media, cm.mentions, cm.created_at from cm left join users u on u.company_id = cm.company_id and u.id = cm.sender_id;

-- # server/src/features/chats/move-in.queries.ts

-- chats.assignMovedSenders
update chat_messages t set sender_id = r.user_id
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int)
where t.id = r.id and t.sender_id is null;

-- chats.attachMoved
update chat_messages t set media = r.media
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
where t.id = r.id and t.media is null;

-- chats.insertMovedMembers
insert into chat_members (company_id, chat_id, user_id, unreads, is_mentioned, joined_at)
overriding system value
select current_company(), chat_id, user_id, unreads, is_mentioned, joined_at from jsonb_populate_recordset(null::chat_members, :rows::jsonb)
on conflict do nothing;

-- chats.insertMovedMessages
insert into chat_messages (company_id, id, chat_id, sender_id, client_id, message, media, mentions, created_at)
overriding system value
select current_company(), id, chat_id, sender_id, client_id, message, media, mentions, created_at from jsonb_populate_recordset(null::chat_messages, :rows::jsonb);

-- chats.insertMoved
insert into chats (company_id, id, uuid, title, owner_id, direct_pair, created_at, updated_at, last_message, message_count, version)
overriding system value
select current_company(), id, uuid, title, owner_id, direct_pair, created_at, updated_at, last_message, message_count, version from jsonb_populate_recordset(null::chats, :rows::jsonb);

-- # server/src/features/companies/companies.queries.ts

-- companies.keptPage
select
c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language, c.phone, c.plan_id,
c.recurrence, c.schedules, c.billing_name, c.address_zip_code, c.address_street, c.address_state, c.address_city,
c.address_district, c.delete_at, c.created_at, c.updated_at,
((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
(select coalesce(json_agg(json_build_object('id', s.id, 'key', s.key, 'value', s.value)), '[]')
  from settings s where s.company_id = c.id and s.key = any (:settingKeys::text[])) as settings,
(select count(*)::int from users u where u.company_id = c.id and not u.is_support) as users_used,
(select count(*)::int from connections w where w.company_id = c.id) as connections_used,
(select count(*)::int from queues q where q.company_id = c.id) as queues_used,
(select json_build_object('id', i.id, 'value', i.value) from invoices i
  where i.company_id = c.id and i.status = 'open') as open_invoice
from (
  select c.* from companies c
  where position(plain_text(:words) in plain_text(c.name)) > 0 or position(lower(:words) in lower(c.email)) > 0
  order by case :sort when 'dueDate' then c.due_date end, case :sort when '-dueDate' then c.due_date end desc,
  case :sort when '-name' then plain_text(c.name) end desc, plain_text(c.name), c.id limit :limit offset :offset
) c
order by case :sort when 'dueDate' then c.due_date end, case :sort when '-dueDate' then c.due_date end desc,
  case :sort when '-name' then plain_text(c.name) end desc, plain_text(c.name), c.id;

-- companies.ownForPeople
select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
  ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
  case when not exists (select from users s where s.company_id = c.id and s.is_super)
    then ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' end as closes_at,
  (select json_build_object('userId', v.user_id, 'name', v.supporter_name, 'reason', v.reason,
      'since', wire_time(v.began_at), 'until', wire_time(v.ends_at))
    from support_visits v where v.company_id = c.id and v.ended_at is null) as support,
  (select json_build_object('name', s.name, 'email', s.email, 'phone', s.phone) from support_contact s) as support_contact
from companies c
where c.id = current_company();

-- companies.own
select c.id, c.name, c.email, c.is_active, c.due_date, c.trial_expires_at, c.time_zone, c.language,
  ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' as paid_until,
  case when not exists (select from users s where s.company_id = c.id and s.is_super)
    then ((c.due_date + 1)::timestamp at time zone c.time_zone) - interval '1 millisecond' end as closes_at
from companies c
where c.id = current_company();

-- # server/src/features/connections/connections.queries.ts

-- connections.setDesiredState
update connections
set desired_state = :desiredState, desired_version = desired_version + 1, cause = null, step = null,
  next_attempt_at = null,
  status = case when (:desiredState <> 'log-out' and status = 'DISCONNECTED' or :desiredState = 'new-qr'
and status = 'PAIRING') then 'OPENING' else status end,
  status_since = case when (:desiredState <> 'log-out' and status = 'DISCONNECTED' or :desiredState = 'new-qr'
and status = 'PAIRING') then :at else status_since end,
  retries = case when :desiredState = 'new-qr' then 0 else retries end,
  brings_history = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then :bringsHistory else brings_history end,
  history_state = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then case when :bringsHistory then 'none' end else history_state end,
  history_messages = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then 0 else history_messages end,
  history_last_received = case when :bringsHistory::boolean is not null and (:desiredState = 'new-qr' or number is null) then false else history_last_received end,
  updated_at = :at
where id = :connectionId;

-- # server/src/features/connections/leases.queries.ts

-- connections.lockHeldLease
select token, set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true) from connection_leases where connection_id = :connectionId and token = :token for share;

-- connections.requireLease
select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true), require_lease(:connectionId, :token);

-- # server/src/features/connections/move-in.queries.ts

-- connections.insertMovedQueues
insert into connection_queues (company_id, connection_id, queue_id)
overriding system value
select current_company(), connection_id, queue_id from jsonb_populate_recordset(null::connection_queues, :rows::jsonb)
on conflict do nothing;

-- connections.insertMoved
insert into connections (company_id, id, name, is_default, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
  desired_state, status, cause, created_at, updated_at, status_since, send_queue_id, time_send_queue,
  time_use_bot_queues, max_use_bot_queues,
  expires_ticket, expires_inactive_message, token_hash, token_last_four, token_created_at, prompt_id,
  integration_id)
overriding system value
select current_company(), id, name, is_default, provider, greeting_message, complation_message, out_of_hours_message, rating_message,
  desired_state, status, cause, created_at, updated_at, status_since, send_queue_id, time_send_queue,
  time_use_bot_queues, max_use_bot_queues,
  expires_ticket, expires_inactive_message, token_hash, token_last_four, token_created_at, prompt_id,
  integration_id from jsonb_populate_recordset(null::connections, :rows::jsonb);

-- # server/src/features/connections/order-changes.queries.ts

-- connections.markOutboxChangeFailed
update outbox o set state = 'failed' where o.id = :orderId and o.state in ('waiting', 'sending')
returning o.id, o.kind, o.message_id, o.change_id, o.payload, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.settleChange
update outbox o set state = 'sent' where o.id = :orderId and o.state in ('waiting', 'sending')
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- # server/src/features/connections/outbox.queries.ts

-- connections.acknowledgeInOutbox
update outbox o set state = 'sent'
where o.message_id = any (:messageIds::bigint[]) and o.kind = 'message' and o.state <> 'sent'
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.failInOutbox
update outbox o set state = 'failed'
where o.message_id = :messageId and o.kind = 'message' and o.state in ('waiting', 'sending')
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- # server/src/features/connections/session-keys.queries.ts

-- connections.purgeSentMessages
delete from connection_keys k
using (
  select company_id, connection_id, id from connection_keys
  where type = 'sent-message' and updated_at < :before limit :limit
) as old
where k.company_id = old.company_id and k.connection_id = old.connection_id and k.type = 'sent-message'
  and k.id = old.id;

-- connections.purgeUploadedMediaIds
delete from connection_keys k
using (
  select company_id, connection_id, id from connection_keys
  where type = 'media-id' and updated_at < :before limit :limit
) as old
where k.company_id = old.company_id and k.connection_id = old.connection_id and k.type = 'media-id'
  and k.id = old.id;

-- # server/src/features/contact-lists/contact-list-items.queries.ts

-- contactListItems.count
select count(*)::int as count from contact_list_items i where
i.contact_list_id = :listId
  and (
    position(plain_text(:words) in plain_text(i.name)) > 0
    or position(plain_text(:words) in i.email) > 0
    or position(:digits in i.number) > 0
  )
  and case :state
    when 'valid' then i.is_whatsapp_valid
    when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
    when 'due' then i.is_check_due
    else true
  end;

-- contactListItems.insertMany
insert into contact_list_items as i
  (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due,
    created_at, updated_at)
select current_company(), :listId, p.name, p.number, p.phone, p.email, p.is_user_id,
  case when p.is_user_id then :at::timestamptz end, not p.is_user_id, :at, :at
from (
  select n.*, n.phone like '__.%' as is_user_id
  from unnest(:names::text[], :numbers::text[], :phones::text[], :emails::text[]) as n (name, number, phone, email)
) p
on conflict (company_id, contact_list_id, phone) do nothing
returning
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at;

-- contactListItems.page
select
i.id, i.company_id, i.contact_list_id, i.name, i.number, i.phone, i.email, i.is_whatsapp_valid, i.checked_at,
i.is_check_due, i.created_at, i.updated_at from contact_list_items i where
i.contact_list_id = :listId
  and (
    position(plain_text(:words) in plain_text(i.name)) > 0
    or position(plain_text(:words) in i.email) > 0
    or position(:digits in i.number) > 0
  )
  and case :state
    when 'valid' then i.is_whatsapp_valid
    when 'invalid' then i.checked_at is not null and not i.is_whatsapp_valid
    when 'due' then i.is_check_due
    else true
  end order by plain_text(i.name),
  i.id limit :limit offset :offset;

-- contactListItems.orderChecks
update contact_list_items set is_check_due = true, check_tries = 0
where contact_list_id = :listId and not is_check_due and not phone like '__.%';

-- # server/src/features/contact-lists/contact-lists.queries.ts

-- contactLists.page
select l.id, l.name, l.item_count, l.valid_count, l.invalid_count, l.due_count, l.created_at, l.updated_at from contact_lists l where position(plain_text(:words) in plain_text(l.name)) > 0 order by plain_text(l.name), l.id limit :limit offset :offset;

-- contactLists.count
select count(*)::int as count from contact_lists l where position(plain_text(:words) in plain_text(l.name)) > 0;

-- # server/src/features/contact-lists/move-in.queries.ts

-- contactLists.insertMoved
insert into contact_lists (company_id, id, name, created_at, updated_at, item_count, valid_count, invalid_count, due_count)
overriding system value
select current_company(), id, name, created_at, updated_at, item_count, valid_count, invalid_count, due_count from jsonb_populate_recordset(null::contact_lists, :rows::jsonb);

-- contactLists.insertMovedItems
insert into contact_list_items (company_id, id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due, created_at, updated_at)
overriding system value
select current_company(), id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due, created_at, updated_at from jsonb_populate_recordset(null::contact_list_items, :rows::jsonb)
on conflict (company_id, contact_list_id, phone) do nothing returning id;

-- # server/src/features/contacts/contacts.queries.ts

-- contacts.holdersOfAny
select wanted.kind, wanted.value, a.contact_id
from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a;

-- contacts.lockOfAny
select
c.id, c.uuid, c.name, c.name_source, c.number, c.email, c.is_group, c.extra_info, c.picture_key,
c.picture_checked_at, c.removed_at, c.created_at, c.updated_at from contacts c
where c.id = any (array(
  select a.contact_id
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  cross join lateral (
    select h.contact_id from contact_addresses h where h.kind = wanted.kind and h.value = wanted.value offset 0
  ) a
))
order by c.id
for no key update of c;

-- # server/src/features/contacts/move-in.queries.ts

-- contacts.insertMovedAddresses
insert into contact_addresses (company_id, kind, value, contact_id)
overriding system value
select current_company(), kind, value, contact_id from jsonb_populate_recordset(null::contact_addresses, :rows::jsonb)
on conflict do nothing;

-- contacts.insertMoved
insert into contacts (company_id, id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at)
overriding system value
select current_company(), id, uuid, name, name_source, number, email, is_group, extra_info, created_at, updated_at from jsonb_populate_recordset(null::contacts, :rows::jsonb);

-- # server/src/features/dashboard/dashboard.queries.ts

-- dashboard.dashboardFiguresOfRange
with kept as materialized (
  select (select case when max(event_id) is null then 0 else max(event_id) end from figures_kept) as event_id
), asked as materialized (
  select * from asked_days(:days, :firstDay, :lastDay, :at)
), today as materialized (
  select * from asked_days(1, null, null, :at)
)
select
  (select coalesce(json_agg(f), '[]') from (
  select user_id, coalesce(sum(finished), 0)::float8 as finished, coalesce(sum(attended_seconds), 0)::float8 as attended_seconds, coalesce(sum(attendances), 0)::float8 as attendances, coalesce(sum(waited_seconds), 0)::float8 as waited_seconds, coalesce(sum(waits), 0)::float8 as waits, coalesce(sum(ratings_sum), 0)::float8 as ratings_sum, coalesce(sum(ratings), 0)::float8 as ratings
  from (
    select d.user_id, d.finished, d.attended_seconds, d.attendances, d.waited_seconds, d.waits, d.ratings_sum, d.ratings
    from daily_figures d
    where d.day >= (select coalesce(first_day, '-infinity') from asked)
      and d.day <= (select coalesce(last_day, 'infinity') from asked)
    union all
    select case when e.user_id is null then 0 else e.user_id end as user_id,
count(*) filter (where e.kind = 'closed') as finished,
sum(e.seconds) filter (where e.kind = 'closed') as attended_seconds,
count(e.seconds) filter (where e.kind = 'closed') as attendances,
sum(e.seconds) filter (where e.kind = 'accepted') as waited_seconds,
count(e.seconds) filter (where e.kind = 'accepted') as waits,
sum(e.rating) filter (where e.kind = 'rated') as ratings_sum,
count(e.rating) filter (where e.kind = 'rated') as ratings
    from ticket_events e
    where e.id > (select event_id from kept)
      and e.kind in ('closed', 'accepted', 'rated') and e.at >= (select coalesce(since, '-infinity') from asked)
        and e.at < (select coalesce(until, 'infinity') from asked)
    group by 1
  ) both_of_them
  group by user_id) f) as of_users,
  (select coalesce(sum(f.finished), 0)::int from (
  select user_id, coalesce(sum(finished), 0)::float8 as finished, coalesce(sum(attended_seconds), 0)::float8 as attended_seconds, coalesce(sum(attendances), 0)::float8 as attendances, coalesce(sum(waited_seconds), 0)::float8 as waited_seconds, coalesce(sum(waits), 0)::float8 as waits, coalesce(sum(ratings_sum), 0)::float8 as ratings_sum, coalesce(sum(ratings), 0)::float8 as ratings
  from (
    select d.user_id, d.finished, d.attended_seconds, d.attendances, d.waited_seconds, d.waits, d.ratings_sum, d.ratings
    from daily_figures d
    where d.day >= (select coalesce(first_day, '-infinity') from today)
      and d.day <= (select coalesce(last_day, 'infinity') from today)
    union all
    select case when e.user_id is null then 0 else e.user_id end as user_id,
count(*) filter (where e.kind = 'closed') as finished,
sum(e.seconds) filter (where e.kind = 'closed') as attended_seconds,
count(e.seconds) filter (where e.kind = 'closed') as attendances,
sum(e.seconds) filter (where e.kind = 'accepted') as waited_seconds,
count(e.seconds) filter (where e.kind = 'accepted') as waits,
sum(e.rating) filter (where e.kind = 'rated') as ratings_sum,
count(e.rating) filter (where e.kind = 'rated') as ratings
    from ticket_events e
    where e.id > (select event_id from kept)
      and e.kind in ('closed', 'accepted', 'rated') and e.at >= (select coalesce(since, '-infinity') from today)
        and e.at < (select coalesce(until, 'infinity') from today)
    group by 1
  ) both_of_them
  group by user_id) f) as finished_today,
  coalesce((
    select e.at < :settledBefore from ticket_events e where e.id > (select event_id from kept) order by e.id limit 1
  ), false) as has_settled;

-- dashboard.daysToSum
select k.kept::float8 as kept,
  coalesce(min(e.id) filter (where e.at >= :before) - 1, max(e.id), k.kept)::float8 as last
from (select (select case when max(event_id) is null then 0 else max(event_id) end from figures_kept) as kept) k
left join ticket_events e on e.id > k.kept
group by k.kept;

-- dashboard.saveDailySums
insert into daily_figures as d (company_id, day, user_id, finished, attended_seconds, attendances, waited_seconds, waits, ratings_sum, ratings)
select current_company(), day, user_id, coalesce(finished, 0), coalesce(attended_seconds, 0), coalesce(attendances, 0), coalesce(waited_seconds, 0), coalesce(waits, 0), coalesce(ratings_sum, 0), coalesce(ratings, 0)
from (
  select (e.at at time zone :timeZone)::date as day, case when e.user_id is null then 0 else e.user_id end as user_id,
count(*) filter (where e.kind = 'closed') as finished,
sum(e.seconds) filter (where e.kind = 'closed') as attended_seconds,
count(e.seconds) filter (where e.kind = 'closed') as attendances,
sum(e.seconds) filter (where e.kind = 'accepted') as waited_seconds,
count(e.seconds) filter (where e.kind = 'accepted') as waits,
sum(e.rating) filter (where e.kind = 'rated') as ratings_sum,
count(e.rating) filter (where e.kind = 'rated') as ratings
  from ticket_events e
  where e.id > :after and e.id <= :last and e.kind in ('closed', 'accepted', 'rated')
  group by 1, 2
) of_day
on conflict (company_id, day, user_id) do update
set finished = d.finished + excluded.finished, attended_seconds = d.attended_seconds + excluded.attended_seconds, attendances = d.attendances + excluded.attendances, waited_seconds = d.waited_seconds + excluded.waited_seconds, waits = d.waits + excluded.waits, ratings_sum = d.ratings_sum + excluded.ratings_sum, ratings = d.ratings + excluded.ratings;

-- # server/src/features/file-lists/file-lists.queries.ts

-- fileLists.count
select count(*)::int as count from file_lists f where position(plain_text(:words) in plain_text(f.name)) > 0;

-- fileLists.page
select
f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
    'createdAt', to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(o.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.place, o.id), '[]')
 from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options from file_lists f where position(plain_text(:words) in plain_text(f.name)) > 0 order by lower(f.name), f.id limit :limit offset :offset;

-- # server/src/features/file-lists/move-in.queries.ts

-- fileLists.attachMoved
update file_list_options t set media = r.media
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
where t.id = r.id and t.media is null;

-- fileLists.insertMovedOptions
insert into file_list_options (company_id, id, file_list_id, place, name, media, created_at, updated_at)
overriding system value
select current_company(), id, file_list_id, place, name, media, created_at, updated_at from jsonb_populate_recordset(null::file_list_options, :rows::jsonb);

-- fileLists.insertMoved
insert into file_lists (company_id, id, name, message, created_at, updated_at)
overriding system value
select current_company(), id, name, message, created_at, updated_at from jsonb_populate_recordset(null::file_lists, :rows::jsonb);

-- # server/src/features/helps/helps.queries.ts

-- helps.count
select count(*)::int as count from helps where
(position(plain_text(:words) in plain_text(title)) > 0
  or position(plain_text(:words) in plain_text(description)) > 0);

-- helps.page
select id, title, description, video, created_at, updated_at from helps where
(position(plain_text(:words) in plain_text(title)) > 0
  or position(plain_text(:words) in plain_text(description)) > 0) order by lower(title), id limit :limit offset :offset;

-- # server/src/features/holidays/move-in.queries.ts

-- holidays.insertMoved
insert into holidays (company_id, day, name, created_at, updated_at)
overriding system value
select current_company(), day, name, created_at, updated_at from jsonb_populate_recordset(null::holidays, :rows::jsonb)
on conflict (company_id, day) do nothing;

-- # server/src/features/integrations/integrations.queries.ts

-- integrations.count
select count(*)::int as count from queue_integrations where position(plain_text(:words) in plain_text(name)) > 0;

-- integrations.page
select
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at from queue_integrations where position(plain_text(:words) in plain_text(name)) > 0 order by id desc limit :limit offset :offset;

-- # server/src/features/integrations/move-in.queries.ts

-- integrations.insertMoved
insert into queue_integrations (company_id, id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
  typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
  typebot_unknown_message, failures, created_at, updated_at)
overriding system value
select current_company(), id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
  typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
  typebot_unknown_message, failures, created_at, updated_at from jsonb_populate_recordset(null::queue_integrations, :rows::jsonb);

-- # server/src/features/message-prices/message-prices.queries.ts

-- messagePrices.chargesByCategoryAndCountry
with days as materialized (
  select (c.at at time zone :timeZone)::date as day, c.category, c.country, count(*) as messages,
    count(*) filter (where c.is_billed) as billed
  from message_charges c
  where c.company_id = (select current_company()) and c.connection_id = :connectionId and c.at >= :from and c.at < :until
  group by 1, 2, 3
)
select d.category, d.country, case when d.billed > 0 then p.currency end as currency, sum(d.messages)::int as messages,
  sum(d.billed)::int as billed, coalesce(trim_scale(sum(d.billed * p.amount)), 0)::text as cost
from days d
left join lateral (
  select mp.currency, mp.amount
  from message_prices mp
  where d.country is not null and mp.category = d.category and mp.country in (d.country, '*')
    and mp.valid_from <= d.day
  order by mp.country = '*', mp.valid_from desc
  limit 1
) p on true
group by 1, 2, 3
order by 1, 2, 3;

-- messagePrices.count
select count(*)::int as count from message_prices where (:category::text is null or category = :category) and (:country::text is null or country = :country);

-- messagePrices.on
select n.country, p.currency, trim_scale(p.amount)::text as amount
from unnest(:countries::text[]) as n (country)
left join lateral (
  select mp.currency, mp.amount
  from message_prices mp
  where n.country is not null and mp.category = :category and mp.country in (n.country, '*')
    and mp.valid_from <= :day::date
  order by mp.country = '*', mp.valid_from desc
  limit 1
) p on true
where p.amount is not null;

-- messagePrices.page
select id, valid_from, category, country, currency, trim_scale(amount)::text as amount, created_at, updated_at from message_prices where (:category::text is null or category = :category) and (:country::text is null or country = :country)
order by valid_from desc, category, country limit :limit offset :offset;

-- # server/src/features/messages/messages.queries.ts

-- messages.quoted
select m.quoted_id as id, to_json((
    select o from (
      select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (select p.id, p.name from contacts p where p.company_id = qm.company_id and p.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end) o) end as contact from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
    ) o)) as quoted
from (select current_company() as company_id, w.id as quoted_id from unnest(:messageIds::bigint[]) as w (id)) m;

-- messages.wireByIds
select (
  select row_to_json(wire) from (select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange",
m.is_automatic as "isAutomatic", m.origin, (
    select coalesce(json_agg(reaction), '[]') from (
      select r.emoji, r.contact_id is null as "fromMe",
        case when r.contact_id is not null then (
    select o from (select p.id, p.name from contacts p where p.company_id = r.company_id and p.id = r.contact_id) o) end as contact,
        case when r.user_id is not null then (
    select o from (select p.id, p.name from users p where p.company_id = r.company_id and p.id = r.user_id) o) end as "user",
        wire_time(r.at) as "createdAt"
      from message_reactions r
      where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '' and not m.is_deleted
      order by r.at, r.id) reaction
  ) as reactions,
case when not m.from_me then (
    select o from (select p.id, p.name from contacts p where p.company_id = m.company_id and p.id = case when m.author_contact_id is null then m.contact_id else m.author_contact_id end) o) end as contact,
case when m.user_id is not null then (
    select o from (select p.id, p.name from users p where p.company_id = m.company_id and p.id = m.user_id) o) end as "user",
case when m.quoted_id is not null then (
    select o from (
      select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (select p.id, p.name from contacts p where p.company_id = qm.company_id and p.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end) o) end as contact from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
    ) o) end as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message from messages m where m.id = any (:messageIds);

-- # server/src/features/messages/reading/conversation.queries.ts

-- messages.conversationPage
select coalesce(page.messages, '') as messages,
  (select coalesce(json_agg(named), '[]') from (select c.id, c.name from contacts c where c.id = any (page.contact_ids)) named) as contacts,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (
    select r.message_id as "messageId", r.emoji, r.contact_id is null as "fromMe",
        case when r.contact_id is not null then (
    select o from (select p.id, p.name from contacts p where p.company_id = r.company_id and p.id = r.contact_id) o) end as contact,
        case when r.user_id is not null then (
    select o from (select p.id, p.name from users p where p.company_id = r.company_id and p.id = r.user_id) o) end as "user",
        wire_time(r.at) as "createdAt"
    from message_reactions r
    where r.message_id = any (page.kept_ids) and r.emoji <> ''
    order by r.at, r.id) named) as reactions,
  (select coalesce(json_agg(named), '[]') from (select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (select p.id, p.name from contacts p where p.company_id = qm.company_id and p.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end) o) end as contact from messages qm where qm.id = any (page.quoted_ids)) named) as quotes
from (
  select string_agg(row_to_json(message)::text, chr(10)) as messages,
    array_agg(message.id) filter (where not message."isDeleted") as kept_ids, array_agg(message.contact) as contact_ids,
    array_agg(message."user") as user_ids, array_agg(message."quotedMsg") as quoted_ids
  from (
    select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange",
m.is_automatic as "isAutomatic", m.origin, m.id as reactions,
case when not m.from_me then case when m.author_contact_id is null then m.contact_id else m.author_contact_id end end as contact, m.user_id as "user", m.quoted_id as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt"
    from (
  select m.* from messages m
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
    and (:isAdmin or m.ticket_id in (
      select t.id from tickets t
      where t.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int)))))
  order by m.id desc
  limit :limit offset :offset) m
    order by m.id desc
  ) message
) page;

-- messages.conversationPageAfter
select coalesce(page.messages, '') as messages,
  (select coalesce(json_agg(named), '[]') from (select c.id, c.name from contacts c where c.id = any (page.contact_ids)) named) as contacts,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (
    select r.message_id as "messageId", r.emoji, r.contact_id is null as "fromMe",
        case when r.contact_id is not null then (
    select o from (select p.id, p.name from contacts p where p.company_id = r.company_id and p.id = r.contact_id) o) end as contact,
        case when r.user_id is not null then (
    select o from (select p.id, p.name from users p where p.company_id = r.company_id and p.id = r.user_id) o) end as "user",
        wire_time(r.at) as "createdAt"
    from message_reactions r
    where r.message_id = any (page.kept_ids) and r.emoji <> ''
    order by r.at, r.id) named) as reactions,
  (select coalesce(json_agg(named), '[]') from (select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (select p.id, p.name from contacts p where p.company_id = qm.company_id and p.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end) o) end as contact from messages qm where qm.id = any (page.quoted_ids)) named) as quotes
from (
  select string_agg(row_to_json(message)::text, chr(10)) as messages,
    array_agg(message.id) filter (where not message."isDeleted") as kept_ids, array_agg(message.contact) as contact_ids,
    array_agg(message."user") as user_ids, array_agg(message."quotedMsg") as quoted_ids
  from (
    select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange",
m.is_automatic as "isAutomatic", m.origin, m.id as reactions,
case when not m.from_me then case when m.author_contact_id is null then m.contact_id else m.author_contact_id end end as contact, m.user_id as "user", m.quoted_id as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt"
    from (
  select m.* from messages m
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
    and (:isAdmin or m.ticket_id in (
      select t.id from tickets t
      where t.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))))) and m.id > :after
  order by m.id
  limit :limit) m
    order by m.id asc
  ) message
) page;

-- messages.conversationPageBefore
select coalesce(page.messages, '') as messages,
  (select coalesce(json_agg(named), '[]') from (select c.id, c.name from contacts c where c.id = any (page.contact_ids)) named) as contacts,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (
    select r.message_id as "messageId", r.emoji, r.contact_id is null as "fromMe",
        case when r.contact_id is not null then (
    select o from (select p.id, p.name from contacts p where p.company_id = r.company_id and p.id = r.contact_id) o) end as contact,
        case when r.user_id is not null then (
    select o from (select p.id, p.name from users p where p.company_id = r.company_id and p.id = r.user_id) o) end as "user",
        wire_time(r.at) as "createdAt"
    from message_reactions r
    where r.message_id = any (page.kept_ids) and r.emoji <> ''
    order by r.at, r.id) named) as reactions,
  (select coalesce(json_agg(named), '[]') from (select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (select p.id, p.name from contacts p where p.company_id = qm.company_id and p.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end) o) end as contact from messages qm where qm.id = any (page.quoted_ids)) named) as quotes
from (
  select string_agg(row_to_json(message)::text, chr(10)) as messages,
    array_agg(message.id) filter (where not message."isDeleted") as kept_ids, array_agg(message.contact) as contact_ids,
    array_agg(message."user") as user_ids, array_agg(message."quotedMsg") as quoted_ids
  from (
    select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange",
m.is_automatic as "isAutomatic", m.origin, m.id as reactions,
case when not m.from_me then case when m.author_contact_id is null then m.contact_id else m.author_contact_id end end as contact, m.user_id as "user", m.quoted_id as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt"
    from (
  select m.* from messages m
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
    and (:isAdmin or m.ticket_id in (
      select t.id from tickets t
      where t.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))))) and m.id < :before
  order by m.id desc
  limit :limit) m
    order by m.id desc
  ) message
) page;

-- messages.times
select m.ticket_id, m.created_at, m.sent_at, m.delivered_at, m.read_at, m.played_at, m.user_id, u.name as user_name,
  c.category, c.is_billed, case when c.is_billed then trim_scale(p.amount)::text end as amount,
  case when c.is_billed then p.currency end as currency
from messages m
left join message_charges c on c.company_id = m.company_id and c.message_id = m.id
left join companies co on co.id = m.company_id
left join lateral (
  select mp.currency, mp.amount
  from message_prices mp
  where c.country is not null and mp.category = c.category and mp.country in (c.country, '*')
    and mp.valid_from <= (c.at at time zone co.time_zone)::date
  order by mp.country = '*', mp.valid_from desc
  limit 1
) p on true
left join users u on u.company_id = m.company_id and u.id = m.user_id
where m.id = :messageId;

-- # server/src/features/messages/reading/search-conversation.queries.ts

-- messages.withWords
with pattern as materialized (
  select '%' || regexp_replace(plain_text(:words), '([\\%_])', '\\\1', 'g') || '%' as words
),
numbered as (
  select m.id, m.ticket_id, m.is_deleted, m.body_plain, row_number() over newest as place,
    sum(octet_length(m.body_plain)) over newest - octet_length(m.body_plain) as bytes_before
  from messages m
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
    and (:before::bigint is null or m.id < :before)
  window newest as (order by m.id desc rows unbounded preceding)
  limit :reads + 1
),
bounded as (
  select n.*, n.place <= :reads and n.bytes_before < :bytes as is_read from numbered n
),
walked as materialized (
  select b.id, b.ticket_id, b.is_read,
    case when b.is_read and not b.is_deleted then b.body_plain like (select words from pattern) else false end as has_words
  from bounded b
),
found as (
  select w.id from walked w
  join tickets t on t.id = w.ticket_id
  where w.has_words and (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int)))
  order by w.id desc
  limit :finds
)
select (select coalesce(json_agg(f.id order by f.id desc), '[]') from found f) as found,
  (select min(w.id) filter (where w.is_read) from walked w having bool_or(not w.is_read)) as next;

-- # server/src/features/move-out/exported-rows.queries.ts

-- moveOut.count company
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from companies t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count settings
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from settings t where t.id > :after::bigint and t.key in ('userRating', 'call', 'CheckMsgIsGroup', 'sendGreetingAccepted', 'sendMsgTransfTicket', 'scheduleType', 'chatBotType', 'campaignsEnabled', 'contactHistory', 'messageRetention', 'userCreation') order by t.id limit :limit
) x;

-- moveOut.count holidays
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from holidays t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count campaign-settings
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.company_id as key, null as file, 0 as bytes
  from campaign_settings t where t.company_id > :after::bigint and true order by t.company_id limit :limit
) x;

-- moveOut.count queues
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from queues t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count queue-options
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from queue_options t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count prompts
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from prompts t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count integrations
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from queue_integrations t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count webhooks
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from webhooks t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count connections
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from connections t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count message-templates
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from message_templates t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count users
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from users t where t.id > :after::bigint and not t.is_support order by t.id limit :limit
) x;

-- moveOut.count tags
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from tags t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count contacts
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.picture_key as file, 0 as bytes
  from contacts t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count contact-lists
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from contact_lists t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count contact-list-items
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from contact_list_items t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count tickets
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from tickets t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count history
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from ticket_events t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count ratings
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from ticket_events t where t.id > :after::bigint and t.kind = 'rated' order by t.id limit :limit
) x;

-- moveOut.count notes
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from ticket_notes t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count messages
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.media ->> 'key' as file, (t.media ->> 'sizeBytes')::float8 as bytes
  from messages t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count quick-messages
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.media ->> 'key' as file, (t.media ->> 'sizeBytes')::float8 as bytes
  from quick_messages t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count schedules
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.media ->> 'key' as file, (t.media ->> 'sizeBytes')::float8 as bytes
  from schedules t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count campaigns
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.media ->> 'key' as file, (t.media ->> 'sizeBytes')::float8 as bytes
  from campaigns t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count campaign-shippings
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from campaign_shipping t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count campaign-writings
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from campaign_writings t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count opt-outs
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from campaign_opt_outs t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count file-lists
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from file_lists t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count file-list-items
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.media ->> 'key' as file, (t.media ->> 'sizeBytes')::float8 as bytes
  from file_list_options t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count chats
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from chats t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count chat-messages
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, t.media ->> 'key' as file, (t.media ->> 'sizeBytes')::float8 as bytes
  from chat_messages t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count invoices
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from invoices t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count audit
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from audit_entries t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.count support-visits
select count(*)::int as rows, count(x.file)::int as files,
  coalesce(sum(x.bytes) filter (where x.file is not null), 0)::float8 as bytes, max(x.key)::float8 as last
from (
  select t.id as key, null as file, 0 as bytes
  from support_visits t where t.id > :after::bigint and true order by t.id limit :limit
) x;

-- moveOut.rows company
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'email', t.email,
  'phone', t.phone,
  'isActive', t.is_active,
  'dueDate', t.due_date,
  'recurrence', t.recurrence,
  'timeZone', t.time_zone,
  'language', t.language,
  'schedules', t.schedules,
  'billingName', t.billing_name,
  'addressZipCode', t.address_zip_code,
  'addressStreet', t.address_street,
  'addressState', t.address_state,
  'addressCity', t.address_city,
  'addressDistrict', t.address_district,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'plan', (select p.name from plans p where p.id = t.plan_id)) as row
from companies t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows settings
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'key', t.key,
  'value', t.value,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from settings t where t.id > :after::bigint and t.key in ('userRating', 'call', 'CheckMsgIsGroup', 'sendGreetingAccepted', 'sendMsgTransfTicket', 'scheduleType', 'chatBotType', 'campaignsEnabled', 'contactHistory', 'messageRetention', 'userCreation') order by t.id limit :limit;

-- moveOut.rows holidays
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'day', t.day,
  'name', t.name,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from holidays t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows campaign-settings
select t.company_id::float8 as key, null as file_key, null as file_name, json_build_object(
  'messageInterval', t.message_interval,
  'longerIntervalAfter', t.longer_interval_after,
  'greaterInterval', t.greater_interval,
  'variables', t.variables,
  'optOutWord', t.opt_out_word,
  'updatedAt', wire_time(t.updated_at)) as row
from campaign_settings t where t.company_id > :after::bigint and true order by t.company_id limit :limit;

-- moveOut.rows queues
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'color', t.color,
  'orderQueue', t.order_queue,
  'greetingMessage', t.greeting_message,
  'outOfHoursMessage', t.out_of_hours_message,
  'schedules', t.schedules,
  'promptId', t.prompt_id,
  'integrationId', t.integration_id,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from queues t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows queue-options
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'queueId', t.queue_id,
  'parentId', t.parent_id,
  'option', t.option,
  'title', t.title,
  'message', t.message,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from queue_options t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows prompts
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'prompt', t.prompt,
  'queueId', t.queue_id,
  'voice', t.voice,
  'voiceRegion', t.voice_region,
  'maxTokens', t.max_tokens,
  'temperature', t.temperature,
  'maxMessages', t.max_messages,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from prompts t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows integrations
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'type', t.type,
  'name', t.name,
  'projectName', t.project_name,
  'language', t.language,
  'url', t.url,
  'typebotSlug', t.typebot_slug,
  'typebotDelayMessage', t.typebot_delay_message,
  'typebotExpires', t.typebot_expires,
  'typebotKeywordFinish', t.typebot_keyword_finish,
  'typebotKeywordRestart', t.typebot_keyword_restart,
  'typebotRestartMessage', t.typebot_restart_message,
  'typebotUnknownMessage', t.typebot_unknown_message,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from queue_integrations t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows webhooks
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'url', t.url,
  'events', t.events,
  'connectionId', t.connection_id,
  'isActive', t.is_active,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from webhooks t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows connections
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'isDefault', t.is_default,
  'provider', t.provider,
  'number', t.number,
  'status', t.status,
  'greetingMessage', t.greeting_message,
  'complationMessage', t.complation_message,
  'outOfHoursMessage', t.out_of_hours_message,
  'ratingMessage', t.rating_message,
  'sendQueueId', t.send_queue_id,
  'timeSendQueue', t.time_send_queue,
  'timeUseBotQueues', t.time_use_bot_queues,
  'maxUseBotQueues', t.max_use_bot_queues,
  'expiresTicket', t.expires_ticket,
  'expiresInactiveMessage', t.expires_inactive_message,
  'promptId', t.prompt_id,
  'integrationId', t.integration_id,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'queueIds', array(select q.queue_id from connection_queues q where q.connection_id = t.id order by 1),
  'officialNumber', (select json_build_object('accountId', o.account_id, 'phoneNumberId', o.phone_number_id,
      'verifiedName', o.verified_name) from official_numbers o where o.connection_id = t.id)) as row
from connections t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows message-templates
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'connectionId', t.connection_id,
  'metaId', t.meta_id,
  'name', t.name,
  'language', t.language,
  'category', t.category,
  'status', t.status,
  'components', t.components,
  'updatedAt', wire_time(t.updated_at)) as row
from message_templates t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows users
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'email', t.email,
  'profile', t.profile,
  'allTicket', t.all_ticket,
  'defaultConnectionId', t.default_connection_id,
  'lastSeenAt', wire_time(t.last_seen_at),
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'queueIds', array(select q.queue_id from user_queues q where q.user_id = t.id order by 1)) as row
from users t where t.id > :after::bigint and not t.is_support order by t.id limit :limit;

-- moveOut.rows tags
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'color', t.color,
  'kanban', t.kanban,
  'userId', t.user_id,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from tags t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows contacts
select t.id::float8 as key, t.picture_key as file_key, null as file_name, json_build_object(
  'id', t.id,
  'uuid', t.uuid,
  'name', t.name,
  'number', t.number,
  'email', t.email,
  'isGroup', t.is_group,
  'extraInfo', t.extra_info,
  'removedAt', wire_time(t.removed_at),
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'addresses', (select coalesce(json_agg(json_build_object('kind', a.kind, 'value', a.value, 'isFormer', a.is_former,
        'reportedName', n.name) order by a.kind, a.value), '[]'::json)
      from contact_addresses a
      left join reported_names n on n.company_id = a.company_id and n.kind = a.kind and n.value = a.value
      where a.contact_id = t.id)) as row
from contacts t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows contact-lists
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from contact_lists t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows contact-list-items
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'contactListId', t.contact_list_id,
  'name', t.name,
  'number', t.number,
  'email', t.email,
  'isWhatsappValid', t.is_whatsapp_valid,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from contact_list_items t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows tickets
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'uuid', t.uuid,
  'contactId', t.contact_id,
  'connectionId', t.connection_id,
  'queueId', t.queue_id,
  'userId', t.user_id,
  'status', t.status,
  'isGroup', t.is_group,
  'unread', t.unread,
  'lastMessage', t.last_message,
  'waitingSince', wire_time(t.waiting_since),
  'snoozedUntil', wire_time(t.snoozed_until),
  'createdAt', wire_time(t.created_at),
  'lastAt', wire_time(t.last_at),
  'tagIds', array(select g.tag_id from ticket_tags g where g.ticket_id = t.id order by 1)) as row
from tickets t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows history
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'ticketId', t.ticket_id,
  'kind', t.kind,
  'at', wire_time(t.at),
  'userId', t.user_id,
  'queueId', t.queue_id,
  'connectionId', t.connection_id,
  'byUserId', t.by_user_id,
  'seconds', t.seconds,
  'rating', t.rating) as row
from ticket_events t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows ratings
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'ticketId', t.ticket_id,
  'at', wire_time(t.at),
  'rating', t.rating) as row
from ticket_events t where t.id > :after::bigint and t.kind = 'rated' order by t.id limit :limit;

-- moveOut.rows notes
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'ticketId', t.ticket_id,
  'contactId', t.contact_id,
  'userId', t.user_id,
  'note', t.note,
  'mentions', t.mentions,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from ticket_notes t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows messages
select t.id::float8 as key, t.media ->> 'key' as file_key, t.media ->> 'fileName' as file_name, json_build_object(
  'id', t.id,
  'ticketId', t.ticket_id,
  'contactId', t.contact_id,
  'authorContactId', t.author_contact_id,
  'userId', t.user_id,
  'connectionId', t.connection_id,
  'whatsappId', t.whatsapp_id,
  'body', t.body,
  'fromMe', t.from_me,
  'origin', t.origin,
  'isAutomatic', t.is_automatic,
  'ack', t.ack,
  'failure', t.failure,
  'isRead', t.is_read,
  'isDeleted', t.is_deleted,
  'isViewOnce', t.is_view_once,
  'mediaType', t.media_type,
  'quotedId', t.quoted_id,
  'location', t.location,
  'linkPreview', t.link_preview,
  'interactive', t.interactive,
  'rawContent', t.raw_content,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'sentAt', wire_time(t.sent_at),
  'deliveredAt', wire_time(t.delivered_at),
  'readAt', wire_time(t.read_at),
  'playedAt', wire_time(t.played_at),
  'editedAt', wire_time(t.edited_at),
  'reactions', (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'contactId', r.contact_id,
        'userId', r.user_id, 'at', wire_time(r.at)) order by r.id), '[]'::json)
      from message_reactions r where r.message_id = t.id),
  'transcript', b.transcripts ->> t.id::text,
  'charge', (select json_build_object('category', c.category, 'isBilled', c.is_billed, 'country', c.country,
      'at', wire_time(c.at)) from message_charges c where c.message_id = t.id),
  'media', t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']) as row
from messages t
    left join bot_talks b on b.company_id = t.company_id and b.ticket_id = t.ticket_id and t.media is not null where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows quick-messages
select t.id::float8 as key, t.media ->> 'key' as file_key, t.media ->> 'fileName' as file_name, json_build_object(
  'id', t.id,
  'userId', t.user_id,
  'shortcode', t.shortcode,
  'message', t.message,
  'isShared', t.is_shared,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'media', t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']) as row
from quick_messages t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows schedules
select t.id::float8 as key, t.media ->> 'key' as file_key, t.media ->> 'fileName' as file_name, json_build_object(
  'id', t.id,
  'contactId', t.contact_id,
  'userId', t.user_id,
  'connectionId', t.connection_id,
  'body', t.body,
  'sendAt', wire_time(t.send_at),
  'status', t.status,
  'sentAt', wire_time(t.sent_at),
  'failure', t.failure,
  'messageId', t.message_id,
  'templateId', t.template_id,
  'templateValues', t.template_values,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'media', t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']) as row
from schedules t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows campaigns
select t.id::float8 as key, t.media ->> 'key' as file_key, t.media ->> 'fileName' as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'messages', t.messages,
  'confirmationMessages', t.confirmation_messages,
  'status', t.status,
  'confirmation', t.confirmation,
  'scheduledAt', wire_time(t.scheduled_at),
  'startedAt', wire_time(t.started_at),
  'completedAt', wire_time(t.completed_at),
  'connectionId', t.connection_id,
  'contactListId', t.contact_list_id,
  'tagId', t.tag_id,
  'fileListId', t.file_list_id,
  'templateId', t.template_id,
  'templateValues', t.template_values,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'media', t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']) as row
from campaigns t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows campaign-shippings
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'campaignId', t.campaign_id,
  'name', t.name,
  'number', t.number,
  'email', t.email,
  'isValid', t.is_valid,
  'state', t.state,
  'reason', t.reason,
  'contactId', t.contact_id,
  'messageId', t.message_id,
  'confirmationMessageId', t.confirmation_message_id,
  'confirmationRequestedAt', wire_time(t.confirmation_requested_at),
  'confirmedAt', wire_time(t.confirmed_at),
  'deliveredAt', wire_time(t.delivered_at),
  'receivedAt', wire_time(t.received_at),
  'readAt', wire_time(t.read_at),
  'failedAt', wire_time(t.failed_at),
  'createdAt', wire_time(t.created_at)) as row
from campaign_shipping t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows campaign-writings
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'contactId', t.contact_id,
  'campaignName', t.campaign_name,
  'name', t.name,
  'number', t.number,
  'messageId', t.message_id,
  'writtenAt', wire_time(t.written_at)) as row
from campaign_writings t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows opt-outs
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'number', t.number,
  'word', t.word,
  'campaignId', t.campaign_id,
  'createdAt', wire_time(t.created_at)) as row
from campaign_opt_outs t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows file-lists
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'name', t.name,
  'message', t.message,
  'userId', t.user_id,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from file_lists t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows file-list-items
select t.id::float8 as key, t.media ->> 'key' as file_key, t.media ->> 'fileName' as file_name, json_build_object(
  'id', t.id,
  'fileListId', t.file_list_id,
  'place', t.place,
  'name', t.name,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'media', t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']) as row
from file_list_options t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows chats
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'uuid', t.uuid,
  'title', t.title,
  'ownerId', t.owner_id,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at),
  'memberIds', array(select m.user_id from chat_members m where m.chat_id = t.id order by 1)) as row
from chats t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows chat-messages
select t.id::float8 as key, t.media ->> 'key' as file_key, t.media ->> 'fileName' as file_name, json_build_object(
  'id', t.id,
  'chatId', t.chat_id,
  'senderId', t.sender_id,
  'message', t.message,
  'mentions', t.mentions,
  'createdAt', wire_time(t.created_at),
  'media', t.media - array['key', 'thumbnailKey', 'whatsappKey', 'compatibleKey']) as row
from chat_messages t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows invoices
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'detail', t.detail,
  'value', t.value,
  'dueDate', t.due_date,
  'status', t.status,
  'paidAt', wire_time(t.paid_at),
  'recurrence', t.recurrence,
  'createdAt', wire_time(t.created_at),
  'updatedAt', wire_time(t.updated_at)) as row
from invoices t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows audit
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'at', wire_time(t.at),
  'act', t.act,
  'userId', t.user_id,
  'userName', t.user_name,
  'address', t.address,
  'subjectId', t.subject_id,
  'subjectName', t.subject_name,
  'detail', t.detail) as row
from audit_entries t where t.id > :after::bigint and true order by t.id limit :limit;

-- moveOut.rows support-visits
select t.id::float8 as key, null as file_key, null as file_name, json_build_object(
  'id', t.id,
  'supporterName', t.supporter_name,
  'reason', t.reason,
  'beganAt', wire_time(t.began_at),
  'endsAt', wire_time(t.ends_at),
  'endedAt', wire_time(t.ended_at)) as row
from support_visits t where t.id > :after::bigint and true order by t.id limit :limit;

-- # server/src/features/notes/move-in.queries.ts

-- notes.assignMovedUsers
update ticket_notes t set user_id = r.user_id
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int)
where t.id = r.id and t.user_id is null;

-- notes.insertMoved
insert into ticket_notes (company_id, id, ticket_id, contact_id, user_id, note, created_at, updated_at, mentions)
overriding system value
select current_company(), id, ticket_id, contact_id, user_id, note, created_at, updated_at, mentions from jsonb_populate_recordset(null::ticket_notes, :rows::jsonb);

-- # server/src/features/notes/notes.queries.ts

-- notes.mentionById
select

n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at, t.uuid as ticket_uuid, c.name as contact_name, above.id as message_id from ticket_notes n
join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
join contacts c on c.company_id = n.company_id and c.id = n.contact_id
left join lateral (
  select m.id from messages m
  where m.company_id = n.company_id and m.ticket_id = n.ticket_id and m.id <= n.above_id
  order by m.id desc limit 1
) above on true
left join users u on u.company_id = n.company_id and u.id = n.user_id where n.id = :id;

-- notes.byId
select
n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at from ticket_notes n left join users u on u.company_id = n.company_id and u.id = n.user_id where n.id = :id;

-- notes.readable
select
n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at, may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) is not true as is_read_only
from ticket_notes n
join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
left join users u on u.company_id = n.company_id and u.id = n.user_id
where (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))) and (:ticketId::int is null or n.ticket_id = :ticketId)
  and (:contactId::int is null or n.contact_id = :contactId)
order by n.id desc;

-- notes.unseenMentions
select

n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at, t.uuid as ticket_uuid, c.name as contact_name, above.id as message_id
from unseen_mentions um
join ticket_notes n on n.company_id = um.company_id and n.id = um.note_id

join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
join contacts c on c.company_id = n.company_id and c.id = n.contact_id
left join lateral (
  select m.id from messages m
  where m.company_id = n.company_id and m.ticket_id = n.ticket_id and m.id <= n.above_id
  order by m.id desc limit 1
) above on true
left join users u on u.company_id = n.company_id and u.id = n.user_id
where um.user_id = :userId and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
order by um.note_id desc limit 100;

-- # server/src/features/official-numbers/official-numbers.queries.ts

-- officialNumbers.save
insert into official_numbers as n
  (company_id, connection_id, account_id, phone_number_id, verify_token_hash, verified_name, quality,
   messaging_limit, name_status, token_expires_at, app_id, checked_at, webhook_verified_at)
values (current_company(), :connectionId, :accountId, :phoneNumberId, :verifyTokenHash, :verifiedName, :quality,
  :messagingLimit, :nameStatus, :tokenExpiresAt, :appId, :at, (
    select max(o.webhook_verified_at) from official_numbers o
    where o.verify_token_hash = :verifyTokenHash and o.connection_id <> :connectionId))
on conflict (company_id, connection_id) do update
set webhook_verified_at = case when (n.account_id, n.phone_number_id, coalesce(n.app_id, excluded.app_id))
    is not distinct from (excluded.account_id, excluded.phone_number_id, coalesce(excluded.app_id, n.app_id)) then n.webhook_verified_at else excluded.webhook_verified_at end,
  last_webhook_at = case when (n.account_id, n.phone_number_id, coalesce(n.app_id, excluded.app_id))
    is not distinct from (excluded.account_id, excluded.phone_number_id, coalesce(excluded.app_id, n.app_id)) then n.last_webhook_at end,
  first_message_at = case when (n.account_id, n.phone_number_id, coalesce(n.app_id, excluded.app_id))
    is not distinct from (excluded.account_id, excluded.phone_number_id, coalesce(excluded.app_id, n.app_id)) then n.first_message_at end,
  account_id = excluded.account_id, phone_number_id = excluded.phone_number_id,
  verify_token_hash = excluded.verify_token_hash, verified_name = excluded.verified_name,
  quality = excluded.quality, messaging_limit = excluded.messaging_limit, name_status = excluded.name_status,
  token_expires_at = excluded.token_expires_at,
  app_id = excluded.app_id, checked_at = excluded.checked_at, trouble = null,
  trouble_detail = null;

-- # server/src/features/plans/plans.queries.ts

-- plans.insert
insert into plans as p (name, users, connections, queues, value, campaigns, schedules, use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api, is_public,
  storage_gigabytes, created_at, updated_at)
values (:name, :users, :connections, :queues, :value, :campaigns, :schedules, (:flags::boolean[])[1], (:flags::boolean[])[2], (:flags::boolean[])[3], (:flags::boolean[])[4], (:flags::boolean[])[5], (:flags::boolean[])[6], (:flags::boolean[])[7], :isPublic,
  :storageGigabytes, :at, :at)
on conflict (lower(name)) do nothing
returning p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes;

-- plans.save
update plans p
set (name, users, connections, queues, value, campaigns, schedules, use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api, is_public, storage_gigabytes, updated_at)
  = (:name, :users, :connections, :queues, :value, :campaigns, :schedules, (:flags::boolean[])[1], (:flags::boolean[])[2], (:flags::boolean[])[3], (:flags::boolean[])[4], (:flags::boolean[])[5], (:flags::boolean[])[6], (:flags::boolean[])[7], :isPublic,
    :storageGigabytes, :at)
where p.id = :id
returning p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
  p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
  p.created_at, p.updated_at, p.storage_gigabytes;

-- # server/src/features/prompts/move-in.queries.ts

-- prompts.insertMoved
insert into prompts (company_id, id, name, prompt, queue_id, voice, voice_region, sealed_api_key, max_tokens, temperature, max_messages, created_at,
  updated_at)
overriding system value
select current_company(), id, name, prompt, queue_id, voice, voice_region, sealed_api_key, max_tokens, temperature, max_messages, created_at,
  updated_at from jsonb_populate_recordset(null::prompts, :rows::jsonb);

-- # server/src/features/prompts/prompts.queries.ts

-- prompts.count
select count(*)::int as count from prompts p where position(plain_text(:words) in plain_text(p.name)) > 0;

-- prompts.byId
select
p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id where p.id = :id;

-- prompts.page
select
p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id where position(plain_text(:words) in plain_text(p.name)) > 0 order by lower(p.name),
  p.id limit :limit offset :offset;

-- # server/src/features/queues/move-in.queries.ts

-- queues.insertMovedOptions
insert into queue_options (company_id, id, queue_id, parent_id, option, title, message, created_at, updated_at)
overriding system value
select current_company(), id, queue_id, parent_id, option, title, message, created_at, updated_at from jsonb_populate_recordset(null::queue_options, :rows::jsonb);

-- queues.insertMoved
insert into queues (company_id, id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, integration_id, created_at,
  updated_at)
overriding system value
select current_company(), id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, integration_id, created_at,
  updated_at from jsonb_populate_recordset(null::queues, :rows::jsonb);

-- # server/src/features/quick-messages/move-in.queries.ts

-- quickMessages.attachMoved
update quick_messages t set media = r.media
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
where t.id = r.id and t.media is null;

-- quickMessages.insertMoved
insert into quick_messages (company_id, id, user_id, shortcode, message, is_shared, media, created_at, updated_at)
overriding system value
select current_company(), id, user_id, shortcode, message, is_shared, media, created_at, updated_at from jsonb_populate_recordset(null::quick_messages, :rows::jsonb);

-- # server/src/features/quick-messages/quick-messages.queries.ts

-- quickMessages.count
select count(*)::int as count from quick_messages where (user_id = :userId or is_shared) and
(position(plain_text(:words) in plain_text(shortcode)) > 0
  or position(plain_text(:words) in plain_text(message)) > 0);

-- quickMessages.choices
select id, user_id, shortcode, is_shared, status, media, created_at, updated_at, is_whole,
  case when is_whole then message else left(message, :beginning) end as message
from (
  select *, octet_length(message) <= :beginning or sum(octet_length(message)) over (order by lower(shortcode),
    id) <= :wholeBytes as is_whole
  from quick_messages where (user_id = :userId or is_shared)
) usable
order by lower(shortcode), id limit :limit;

-- quickMessages.page
select id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at from quick_messages
where (user_id = :userId or is_shared) and
(position(plain_text(:words) in plain_text(shortcode)) > 0
  or position(plain_text(:words) in plain_text(message)) > 0)
order by lower(shortcode), id limit :limit offset :offset;

-- # server/src/features/reception/dead-letters.queries.ts

-- reception.deadLetterById
select e.id, e.connection_id, w.name as connection_name, c.name as from_name, e.received_at, e.attempts,
  e.dead_because
from inbound_events e
join connections w on w.company_id = e.company_id and w.id = e.connection_id
left join contact_addresses a on a.company_id = e.company_id and a.value = split_part(e.chat, '@', 1)
  and a.kind = case split_part(e.chat, '@', 2) when 'lid' then 'lid' when 'g.us' then 'group' else 'phone' end
left join contacts c on c.company_id = a.company_id and c.id = a.contact_id
where e.dead_because is not null and e.done_at is null and e.id = :entryId;

-- reception.deadLettersPage
select e.id, e.connection_id, w.name as connection_name, c.name as from_name, e.received_at, e.attempts,
  e.dead_because
from inbound_events e
join connections w on w.company_id = e.company_id and w.id = e.connection_id
left join contact_addresses a on a.company_id = e.company_id and a.value = split_part(e.chat, '@', 1)
  and a.kind = case split_part(e.chat, '@', 2) when 'lid' then 'lid' when 'g.us' then 'group' else 'phone' end
left join contacts c on c.company_id = a.company_id and c.id = a.contact_id
where e.dead_because is not null and e.done_at is null
order by e.id
limit :limit offset :offset;

-- # server/src/features/reception/inbound-events.queries.ts

-- reception.lockInboundPartitions
select l.connection_id, l.partition, set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)
from unnest(:connectionIds::int[], :partitions::int[]) as l (connection_id, partition)
where pg_try_advisory_xact_lock(hashtextextended('inbound ' || l.connection_id || ' ' || l.partition, 0));

-- # server/src/features/schedules/move-in.queries.ts

-- schedules.assignMovedUsers
update schedules t set user_id = r.user_id
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int)
where t.id = r.id and t.user_id is null;

-- schedules.attachMoved
update schedules t set media = r.media
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, media jsonb)
where t.id = r.id and t.media is null;

-- schedules.insertMoved
insert into schedules (company_id, id, contact_id, user_id, connection_id, body, media, send_at, status, due_at, sent_at, created_at, updated_at)
overriding system value
select current_company(), id, contact_id, user_id, connection_id, body, media, send_at, status, due_at, sent_at, created_at, updated_at from jsonb_populate_recordset(null::schedules, :rows::jsonb);

-- # server/src/features/schedules/schedules.queries.ts

-- schedules.count
select count(*)::int as count
from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
where
(position(plain_text(:words) in plain_text(s.body)) > 0 or position(plain_text(:words) in plain_text(c.name)) > 0)
and (:contactId::int is null or s.contact_id = :contactId) and (:userId::int is null or s.user_id = :userId);

-- schedules.due
select s.company_id, s.id
from schedules s
join companies c on c.id = s.company_id and c.is_active
join plans p on p.id = c.plan_id and p.use_schedules
where s.status = 'PENDENTE' and s.due_at <= :now
  and (((c.due_date + 1)::timestamp at time zone c.time_zone) > :now or exists (select from users s where s.company_id = c.id and s.is_super))
order by s.due_at, s.id
limit :limit;

-- schedules.lock
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body,
s.template_id, s.template_values, s.media, s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id where s.id = :id for no key update of s;

-- schedules.byId
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body,
s.template_id, s.template_values, s.media, s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id where s.id = :id;

-- schedules.between
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body,
s.template_id, s.template_values, s.media, s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket, s.wanted
from (
  select *, count(*) over ()::int as wanted,
    sum(octet_length(body)) over (order by send_at, id rows unbounded preceding) as bytes
  from schedules
  where send_at >= :from and send_at < :until
    and (:contactId::int is null or contact_id = :contactId) and (:userId::int is null or user_id = :userId)
  order by send_at, id limit :limit
) s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id
where s.bytes <= :bytes
order by s.send_at, s.id;

-- schedules.several
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body,
s.template_id, s.template_values, s.media, s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id where s.id = any (:ids) order by s.id;

-- schedules.page
select
s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body,
s.template_id, s.template_values, s.media, s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
case when m.is_deleted then null else m.body end as sent_body,
(
  select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
  from tickets t
  where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
  order by t.id desc limit 1
) as ticket from schedules s
join contacts c on c.company_id = s.company_id and c.id = s.contact_id
left join users u on u.company_id = s.company_id and u.id = s.user_id
left join messages m on m.company_id = s.company_id and m.id = s.message_id
where
(position(plain_text(:words) in plain_text(s.body)) > 0 or position(plain_text(:words) in plain_text(c.name)) > 0)
and (:contactId::int is null or s.contact_id = :contactId) and (:userId::int is null or s.user_id = :userId)
order by s.id desc limit :limit offset :offset;

-- # server/src/features/settings/move-in.queries.ts

-- settings.saveMoved
insert into settings (company_id, key, value, created_at, updated_at)
overriding system value
select current_company(), key, value, created_at, updated_at from jsonb_populate_recordset(null::settings, :rows::jsonb)
on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at;

-- # server/src/features/tags/move-in.queries.ts

-- tags.insertMoved
insert into tags (company_id, id, name, color, kanban, created_at, updated_at)
overriding system value
select current_company(), id, name, color, kanban, created_at, updated_at from jsonb_populate_recordset(null::tags, :rows::jsonb);

-- tags.insertMovedOfTickets
insert into ticket_tags (company_id, ticket_id, tag_id)
overriding system value
select current_company(), ticket_id, tag_id from jsonb_populate_recordset(null::ticket_tags, :rows::jsonb)
on conflict do nothing;

-- # server/src/features/tags/tags.queries.ts

-- tags.count
select count(*)::int as count from tags g where position(plain_text(:words) in plain_text(g.name)) > 0;

-- tags.kanban
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where g.kanban order by g.id;

-- tags.byId
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where g.id = :id;

-- tags.named
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where lower(g.name) = lower(:name);

-- tags.byName
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at from tags g where position(plain_text(:words) in plain_text(g.name)) > 0 order by lower(g.name), g.id;

-- tags.page
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where position(plain_text(:words) in plain_text(g.name)) > 0 order by lower(g.name), g.id limit :limit offset :offset;

-- # server/src/features/tickets/acts/handovers.queries.ts

-- handovers.byId
select
h.ticket_id, t.uuid as ticket_uuid, c.name as contact_name, h.by_user_id, u.name as by_name, n.note, h.at from ticket_handovers h
join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
join users u on u.company_id = h.company_id and u.id = h.by_user_id
left join ticket_notes n on n.company_id = h.company_id and n.handover_id = h.id where h.id = :id;

-- handovers.unseen
select
h.ticket_id, t.uuid as ticket_uuid, c.name as contact_name, h.by_user_id, u.name as by_name, n.note, h.at from ticket_handovers h
join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
join users u on u.company_id = h.company_id and u.id = h.by_user_id
left join ticket_notes n on n.company_id = h.company_id and n.handover_id = h.id
where h.to_user_id = :userId and not h.is_seen and t.status = 'open' and t.user_id = :userId
order by h.id desc limit 100;

-- # server/src/features/tickets/contact/merge-tickets.queries.ts

-- tickets.lockMergedFrom
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version,
(select w.provider from connections w where w.company_id = t.company_id and w.id = t.connection_id) as provider from ticket_merges g
join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
where g.ticket_id = :goneId
for no key update of t;

-- tickets.mergedFrom
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version,
(select w.provider from connections w where w.company_id = t.company_id and w.id = t.connection_id) as provider from ticket_merges g
join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
where g.ticket_id = :goneId;

-- tickets.mergedFromUuid
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version,
(select w.provider from connections w where w.company_id = t.company_id and w.id = t.connection_id) as provider from ticket_merges g
join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
where g.uuid = :uuid;

-- # server/src/features/tickets/history/ticket-events.queries.ts

-- tickets.ticketEventsOfContact
select case when e.is_readable then
jsonb_build_object(
  'id', e.id, 'ticketId', e.ticket_id, 'kind', e.kind, 'at', wire_time(e.at), 'rating', e.rating, 'unsent', e.unsent,
  'by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end,
  'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
  'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'connection', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end
) else
jsonb_build_object(
  'id', e.id, 'ticketId', e.ticket_id, 'kind', 'hidden', 'at', wire_time(e.at), 'rating', null,
  'unsent', null, 'by', null, 'user', null, 'queue', null, 'connection', null
) end as event
from (
  select e.*, t.is_readable
  from (select t.*, (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))) as is_readable from tickets t where t.contact_id = :contactId) t
  join ticket_events e on e.company_id = t.company_id and e.ticket_id = t.id
  where (:since::timestamptz is null or e.at >= :since) and (:until::timestamptz is null or e.at < :until)
    and (t.is_readable or e.kind = 'created')
  order by e.at desc, e.id desc
  limit :limit
) e
left join users b on b.company_id = e.company_id and b.id = e.by_user_id
left join users u on u.company_id = e.company_id and u.id = e.user_id
left join queues q on q.company_id = e.company_id and q.id = e.queue_id
left join connections w on w.company_id = e.company_id and w.id = e.connection_id
order by e.at desc, e.id desc;

-- # server/src/features/tickets/lists/kanban.queries.ts

-- tickets.countOfLane
select count(*)::int as count from tickets t where
t.status in ('open', 'pending', 'snoozed') and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (:words::text = '' or exists (
  select from contacts c
  where c.company_id = t.company_id and c.id = t.contact_id
    and (position(plain_text(:words) in c.name_plain) > 0
      or (:digits::text <> '' and position(:digits in c.number) > 0)))) and
case
  when :lane::int is null then true
  when :lane = 0 then not exists (
  select from ticket_tags tt
  join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
  where tt.company_id = t.company_id and tt.ticket_id = t.id)
  else exists (
    select from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
    where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = :lane)
end;

-- tickets.countsOfLanes
with shown as materialized (
  select t.company_id, t.id from tickets t where
t.status in ('open', 'pending', 'snoozed') and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (:words::text = '' or exists (
  select from contacts c
  where c.company_id = t.company_id and c.id = t.contact_id
    and (position(plain_text(:words) in c.name_plain) > 0
      or (:digits::text <> '' and position(:digits in c.number) > 0))))
)
select g.id as lane, count(*)::int as count
from shown s
join ticket_tags tt on tt.company_id = s.company_id and tt.ticket_id = s.id
join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
group by g.id
union all
select 0, count(*)::int from shown s where not exists (
  select from ticket_tags tt
  join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
  where tt.company_id = s.company_id and tt.ticket_id = s.id) having count(*) > 0
order by lane;

-- tickets.laneOfBoard
with lane as materialized (
  select t.id, t.last_at, row_number() over (order by t.last_at desc, t.id desc) as place
  from tickets t
  where
t.status in ('open', 'pending', 'snoozed') and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (:words::text = '' or exists (
  select from contacts c
  where c.company_id = t.company_id and c.id = t.contact_id
    and (position(plain_text(:words) in c.name_plain) > 0
      or (:digits::text <> '' and position(:digits in c.number) > 0)))) and
case
  when :lane::int is null then true
  when :lane = 0 then not exists (
  select from ticket_tags tt
  join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
  where tt.company_id = t.company_id and tt.ticket_id = t.id)
  else exists (
    select from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
    where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = :lane)
end
    and (:afterMicroseconds::bigint is null
      or (t.last_at, t.id) < (timestamptz 'epoch' + :afterMicroseconds * interval '1 microsecond', :afterId::int))
  order by t.last_at desc, t.id desc
  limit :limit::int + 1
)
select written.*, (
    select (extract(epoch from l.last_at) * 1000000)::bigint || '.' || l.id
    from lane l where l.place = :limit and exists (select from lane later where later.place > :limit)
  ) as next
from (
select coalesce(page.tickets::text, '[]') as tickets, page.shown,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)) named) as queues,
  (select coalesce(json_agg(named), '[]') from (select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)) named) as connections,
  (select coalesce(json_agg(named), '[]') from (
    select tt.ticket_id as "ticketId", g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.ticket_id = any (page.ids)
    order by g.name) named) as tags
from (
  select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
    array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
    array_agg(ticket."whatsappId") as connection_ids
  from (
    select t.id, t.uuid, t.status, t.company_id as "companyId",
      t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
      t.contact_id as "contactId", contact,
      t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
      t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",

case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as "customerWords",
      case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
      wire_time((
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
      t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
      wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
    from (select l.id from lane l where l.place <= :limit) p
    join tickets t on t.id = p.id
    join lateral (
      select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
        c.extra_info as "extraInfo"
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id
    ) contact on true
    order by t.last_at desc, t.id desc
  ) ticket
) page) written;

-- # server/src/features/tickets/lists/ticket-lists.queries.ts

-- tickets.closed
with start as materialized (
  select (d.day + 1)::timestamp at time zone 'UTC' as until, :offset - d.later as skipped
  from (
    select of_day.day, of_day.tickets, sum(of_day.tickets) over (order by of_day.day desc) - of_day.tickets as later
    from (
      select t.day, sum(t.tickets)::int as tickets
      from (select 'closed' as status, null::int as user_id, c.* from closed_ticket_deltas c) t
      where may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
      group by t.day
      having sum(t.tickets) > 0
      order by t.day desc
      limit :offset + 1
    ) of_day
  ) d
  where d.later + d.tickets > :offset
  order by d.day desc
  limit 1
)

select coalesce(page.tickets::text, '[]') as tickets, page.shown,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)) named) as queues,
  (select coalesce(json_agg(named), '[]') from (select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)) named) as connections,
  (select coalesce(json_agg(named), '[]') from (
    select tt.ticket_id as "ticketId", g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.ticket_id = any (page.ids)
    order by g.name) named) as tags
from (
  select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
    array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
    array_agg(ticket."whatsappId") as connection_ids
  from (
    select t.id, t.uuid, t.status, t.company_id as "companyId",
      t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
      t.contact_id as "contactId", contact,
      t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
      t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",

case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as "customerWords",
      case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
      wire_time((
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
      t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
      wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
    from (
    select t.id from tickets t
    where t.status = 'closed' and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null) and t.last_at < (select s.until from start s)
    order by t.last_at desc, t.id desc
    limit :limit offset (select s.skipped from start s)
  ) p
    join tickets t on t.id = p.id
    join lateral (
      select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
        c.extra_info as "extraInfo"
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id
    ) contact on true
    order by t.last_at desc, t.id desc
  ) ticket
) page;

-- tickets.countFilteredOfStatus
select count(*) as count from tickets t where t.status = :status and
may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil));

-- tickets.counts
select
  t.status,
  sum(t.tickets)::int as tickets,
  coalesce(sum(t.tickets) filter (where t.queue_id is null), 0)::int as unqueued,
  coalesce(sum(t.tickets) filter (where t.is_unread), 0)::int as unread,
  count(*) filter (where not t.is_compacted) as singles
from ticket_counter_deltas t
where t.status in ('open', 'pending', 'snoozed')
  and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
  and (t.status = 'pending' or :ownerId::int is null or t.user_id = :ownerId)
  and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
group by t.status;

-- tickets.countOfAnyStatus
select count(*) as count from tickets t where
may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil));

-- tickets.countOfStatus
select coalesce(sum(t.tickets), 0)::int as count, count(*) filter (where not t.is_compacted) as singles
from ticket_counter_deltas t where t.status = :status and
may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds));

-- tickets.filteredOfStatus
select coalesce(page.tickets::text, '[]') as tickets, page.shown,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)) named) as queues,
  (select coalesce(json_agg(named), '[]') from (select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)) named) as connections,
  (select coalesce(json_agg(named), '[]') from (
    select tt.ticket_id as "ticketId", g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.ticket_id = any (page.ids)
    order by g.name) named) as tags
from (
  select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
    array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
    array_agg(ticket."whatsappId") as connection_ids
  from (
    select t.id, t.uuid, t.status, t.company_id as "companyId",
      t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
      t.contact_id as "contactId", contact,
      t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
      t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",

case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as "customerWords",
      case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
      wire_time((
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
      t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
      wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
    from (
    select t.id from tickets t
    where t.status = :status and
may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil))
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) p
    join tickets t on t.id = p.id
    join lateral (
      select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
        c.extra_info as "extraInfo"
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id
    ) contact on true
    order by t.last_at desc, t.id desc
  ) ticket
) page;

-- tickets.lockLongestWaitingTicket
select t.id from tickets t
where t.status = 'pending' and not t.chatbot and may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
order by coalesce(t.waiting_since, t.last_at), t.id
limit 1
for update of t skip locked;

-- tickets.othersOfContact
select

t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version, t.company_id, u.name as user_name, q.name as queue_name, q.color as queue_color,
w.name as connection_name, w.provider, c.name as contact_name, c.number as contact_number, c.email as contact_email,
c.extra_info as contact_extra_info, c.picture_key, (select coalesce(json_agg(tag), '[]') from (
  select g.id, g.name, g.color
  from ticket_tags tt
  join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
  where tt.company_id = t.company_id and tt.ticket_id = t.id
  order by g.name) tag) as tags,
t.last_message, t.last_message_from_me, t.last_message_ack, t.last_message_failed,
to_json(
case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end) as last_author,
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as customer_words,
t.snoozed_until, (
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id) as reply_until, t.waiting_since, t.created_at, t.last_at
from (
  select t.* from tickets t
  where t.contact_id = :contactId and t.id is distinct from :butFor::integer and (may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int)))
  order by t.last_at desc, t.id desc
  limit :limit offset :offset
) t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
order by t.last_at desc, t.id desc;

-- tickets.ofAnyStatus
select coalesce(page.tickets::text, '[]') as tickets, page.shown,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)) named) as queues,
  (select coalesce(json_agg(named), '[]') from (select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)) named) as connections,
  (select coalesce(json_agg(named), '[]') from (
    select tt.ticket_id as "ticketId", g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.ticket_id = any (page.ids)
    order by g.name) named) as tags
from (
  select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
    array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
    array_agg(ticket."whatsappId") as connection_ids
  from (
    select t.id, t.uuid, t.status, t.company_id as "companyId",
      t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
      t.contact_id as "contactId", contact,
      t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
      t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",

case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as "customerWords",
      case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
      wire_time((
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
      t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
      wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
    from (
    select t.id from tickets t
    where
may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
and (not :unreadOnly::boolean or t.unread > 0)
and (cardinality(:tagIds::int[]) = 0 or cardinality(:tagIds) = (
  select count(*) from ticket_tags tt
  where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any (:tagIds)))
and (:createdFrom::timestamptz is null or (t.created_at >= :createdFrom and t.created_at < :createdUntil))
and (:updatedFrom::timestamptz is null or (t.last_at >= :updatedFrom and t.last_at < :updatedUntil))
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) p
    join tickets t on t.id = p.id
    join lateral (
      select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
        c.extra_info as "extraInfo"
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id
    ) contact on true
    order by t.last_at desc, t.id desc
  ) ticket
) page;

-- tickets.ofStatus
select coalesce(page.tickets::text, '[]') as tickets, page.shown,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)) named) as queues,
  (select coalesce(json_agg(named), '[]') from (select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)) named) as connections,
  (select coalesce(json_agg(named), '[]') from (
    select tt.ticket_id as "ticketId", g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.ticket_id = any (page.ids)
    order by g.name) named) as tags
from (
  select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
    array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
    array_agg(ticket."whatsappId") as connection_ids
  from (
    select t.id, t.uuid, t.status, t.company_id as "companyId",
      t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
      t.contact_id as "contactId", contact,
      t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
      t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",

case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as "customerWords",
      case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
      wire_time((
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
      t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
      wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
    from (
    select t.id from tickets t
    where t.status = :status and
may_read_ticket(t.status, t.user_id, t.queue_id, :isAdmin, :userId, :queueIds, :allTicket)
and (:ownerId::int is null or t.user_id = :ownerId)
and (:chosenQueueIds::int[] is null or t.queue_id = any (:chosenQueueIds) or t.queue_id is null)
and (cardinality(:userIds::int[]) = 0 or t.user_id = any (:userIds))
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) p
    join tickets t on t.id = p.id
    join lateral (
      select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
        c.extra_info as "extraInfo"
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id
    ) contact on true
    order by t.last_at desc, t.id desc
  ) ticket
) page;

-- # server/src/features/tickets/lists/ticket-search.queries.ts

-- tickets.found
with found as materialized (
  select f.*
  from search_tickets(
    :words, :digits,
    row(
      :isAdmin, :userId, :queueIds, :allTicket, :ownerId, :chosenQueueIds, :unreadOnly, :tagIds, :userIds,
      :createdFrom, :createdUntil, :updatedFrom, :updatedUntil, :status
    )::ticket_filter,
    :limit::int + 1, :offset
  ) with ordinality as f (ticket_id, message_id, place)
)
select written.*, exists (select from found f where f.place > :limit) as "hasMore", (
    select coalesce(json_agg(message), '[]') from (
      select f.ticket_id as "ticketId", m.id as "messageId", m.body
      from found f join messages m on m.id = f.message_id
      where f.place <= :limit
      order by f.place
    ) message
  ) as messages
from (
select coalesce(page.tickets::text, '[]') as tickets, page.shown,
  (select coalesce(json_agg(named), '[]') from (select u.id, u.name from users u where u.id = any (page.user_ids)) named) as users,
  (select coalesce(json_agg(named), '[]') from (select q.id, q.name, q.color from queues q where q.id = any (page.queue_ids)) named) as queues,
  (select coalesce(json_agg(named), '[]') from (select w.id, w.name, w.provider from connections w where w.id = any (page.connection_ids)) named) as connections,
  (select coalesce(json_agg(named), '[]') from (
    select tt.ticket_id as "ticketId", g.id, g.name, g.color
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.ticket_id = any (page.ids)
    order by g.name) named) as tags
from (
  select json_agg(ticket) as tickets, count(*) as shown, array_agg(ticket.id) as ids,
    array_agg(ticket."userId") as user_ids, array_agg(ticket."queueId") as queue_ids,
    array_agg(ticket."whatsappId") as connection_ids
  from (
    select t.id, t.uuid, t.status, t.company_id as "companyId",
      t.user_id as "userId", t.queue_id as "queueId", t.connection_id as "whatsappId", t.id as tags,
      t.contact_id as "contactId", contact,
      t.last_message as "lastMessage", t.last_message_from_me as "lastMessageFromMe",
      t.last_message_ack as "lastMessageAck", t.last_message_failed as "lastMessageFailed",

case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end as "lastMessageAuthor",
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as "customerWords",
      case when t.status = 'snoozed' then wire_time(t.snoozed_until) end as "snoozedUntil",
      wire_time((
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id)) as "replyUntil", wire_time(t.waiting_since) as "waitingSince",
      t.unread as "unreadMessages", t.is_group as "isGroup", t.chatbot,
      t.use_integration as "useIntegration", t.prompt_id as "promptId", t.integration_id as "integrationId",
      wire_time(t.created_at) as "createdAt", wire_time(t.last_at) as "updatedAt", t.version
    from (select f.ticket_id as id from found f where f.place <= :limit) p
    join tickets t on t.id = p.id
    join lateral (
      select c.id, c.name, c.number, c.email, c.picture_key as "pictureKey", c.is_group as "isGroup",
        c.extra_info as "extraInfo"
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id
    ) contact on true
    order by t.last_at desc, t.id desc
  ) ticket
) page) written;

-- # server/src/features/tickets/move-in.queries.ts

-- tickets.assignMovedEventUsers
update ticket_events t set user_id = r.user_id
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int)
where t.id = r.id and t.user_id is null;

-- tickets.assignMovedUsers
update tickets t set user_id = r.user_id
from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int)
where t.id = r.id and t.user_id is null;

-- tickets.insertMovedEvents
insert into ticket_events (company_id, id, ticket_id, kind, at, user_id, queue_id, seconds, rating, connection_id)
overriding system value
select current_company(), id, ticket_id, kind, at, user_id, queue_id, seconds, rating, connection_id from jsonb_populate_recordset(null::ticket_events, :rows::jsonb);

-- tickets.insertMoved
insert into tickets (company_id, id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, unread, last_message, created_at, last_at,
  snoozed_until)
overriding system value
select current_company(), id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, unread, last_message, created_at, last_at,
  snoozed_until from jsonb_populate_recordset(null::tickets, :rows::jsonb);

-- # server/src/features/tickets/tickets.queries.ts

-- tickets.sharedHistory
select
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int)) as is_shared from tickets t where t.id = :ticketId;

-- tickets.viewRows
select

t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version, t.company_id, u.name as user_name, q.name as queue_name, q.color as queue_color,
w.name as connection_name, w.provider, c.name as contact_name, c.number as contact_number, c.email as contact_email,
c.extra_info as contact_extra_info, c.picture_key, (select coalesce(json_agg(tag), '[]') from (
  select g.id, g.name, g.color
  from ticket_tags tt
  join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
  where tt.company_id = t.company_id and tt.ticket_id = t.id
  order by g.name) tag) as tags,
t.last_message, t.last_message_from_me, t.last_message_ack, t.last_message_failed,
to_json(
case when t.is_group and not t.last_message_from_me and t.last_message <> '' then (
  select o from (
    select a.id, a.name from contacts a
    where a.company_id = t.company_id and a.id = (
      select m.author_contact_id from messages m where m.company_id = t.company_id and m.id = t.last_message_id)
  ) o) end) as last_author,
case when t.status = 'pending' and t.last_message_from_me and (
  select m.is_automatic from messages m where m.company_id = t.company_id and m.id = t.last_message_id) then (
  select left(said.body, 200) from (
    select m.* from messages m
    where m.company_id = t.company_id and m.ticket_id = t.id
    order by m.id desc limit 20
  ) said
  where not said.from_me and not said.is_deleted and not said.is_view_once and said.body <> ''
    and (said.media_type is null or said.media_type not in ('locationMessage', 'vcard', 'call_log'))
  order by said.id desc limit 1) end as customer_words,
t.snoozed_until, (
  select r.closes_at from reply_windows r
  where r.company_id = t.company_id and r.contact_id = t.contact_id and r.connection_id = t.connection_id) as reply_until, t.waiting_since, t.created_at, t.last_at
from unnest(:ticketIds::int[]) as wanted (id)
join tickets t on t.id = wanted.id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id;

-- # server/src/features/users/move-in.queries.ts

-- users.insertMovedQueues
insert into user_queues (company_id, user_id, queue_id)
overriding system value
select current_company(), user_id, queue_id from jsonb_populate_recordset(null::user_queues, :rows::jsonb)
on conflict do nothing;

-- users.insertMoved
insert into users (company_id, id, name, email, password_hash, profile, all_ticket, default_connection_id, created_at, updated_at)
overriding system value
select current_company(), id, name, email, password_hash, profile, all_ticket, default_connection_id, created_at, updated_at from jsonb_populate_recordset(null::users, :rows::jsonb);

-- users.lockUntouchedMoved
select u.id from users u where u.id = any (:ids) and u.updated_at = u.created_at and u.last_seen_at is null and not u.is_super and not u.is_support order by u.id for update;

-- users.removeObsoleteQueuesOfMovedUsers
delete from user_queues p
using users u, move_in_ids iu, move_in_ids iq
where u.company_id = p.company_id and u.id = p.user_id and u.updated_at = u.created_at and u.last_seen_at is null and not u.is_super and not u.is_support
  and iu.company_id = p.company_id and iu.kind = 'user' and iu.target_id = p.user_id
  and iq.company_id = p.company_id and iq.kind = 'queue' and iq.target_id = p.queue_id
  and (iu.source_id, iq.source_id) not in (select * from unnest(:userIds::text[], :queueIds::text[]));

-- users.updateMoved
update users u
set name = coalesce(nullif(r.name, ''), u.name), profile = r.profile, all_ticket = r.all_ticket,
  password_hash = coalesce(r.password_hash, u.password_hash)
from jsonb_to_recordset(:rows::jsonb)
  as r (id int, name text, profile text, all_ticket boolean, password_hash text)
where u.id = r.id and u.updated_at = u.created_at and u.last_seen_at is null and not u.is_super and not u.is_support
  and (coalesce(nullif(r.name, ''), u.name), r.profile, r.all_ticket, coalesce(r.password_hash, u.password_hash))
    is distinct from (u.name, u.profile, u.all_ticket, u.password_hash);

-- # server/src/features/users/users.queries.ts

-- users.all
select
u.id, u.company_id, u.name, u.email, u.profile, u.is_super, u.all_ticket, u.default_connection_id, u.last_seen_at,
u.created_at, u.updated_at, coalesce(q.queues, '[]') as queues from
users u
left join lateral (
  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
    order by q.order_queue nulls last, q.id) as queues
  from user_queues uq
  join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
  where uq.company_id = u.company_id and uq.user_id = u.id
) q on true where not u.is_support order by u.name, u.id;

-- users.countMatches
select count(*)::int as count from users u where not u.is_support and (position(plain_text(:words) in plain_text(u.name)) > 0
or position(lower(:words) in u.email) > 0);

-- users.byId
select
u.id, u.company_id, u.name, u.email, u.profile, u.is_super, u.all_ticket, u.default_connection_id, u.last_seen_at,
u.created_at, u.updated_at, coalesce(q.queues, '[]') as queues from
users u
left join lateral (
  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
    order by q.order_queue nulls last, q.id) as queues
  from user_queues uq
  join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
  where uq.company_id = u.company_id and uq.user_id = u.id
) q on true where u.id = :id;

-- users.byIds
select
u.id, u.company_id, u.name, u.email, u.profile, u.is_super, u.all_ticket, u.default_connection_id, u.last_seen_at,
u.created_at, u.updated_at, coalesce(q.queues, '[]') as queues from
users u
left join lateral (
  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
    order by q.order_queue nulls last, q.id) as queues
  from user_queues uq
  join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
  where uq.company_id = u.company_id and uq.user_id = u.id
) q on true where u.id = any (:ids) and not u.is_support order by u.id;

-- users.page
select
u.id, u.company_id, u.name, u.email, u.profile, u.is_super, u.all_ticket, u.default_connection_id, u.last_seen_at,
u.created_at, u.updated_at, coalesce(q.queues, '[]') as queues from
users u
left join lateral (
  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color)
    order by q.order_queue nulls last, q.id) as queues
  from user_queues uq
  join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
  where uq.company_id = u.company_id and uq.user_id = u.id
) q on true where not u.is_support and (position(plain_text(:words) in plain_text(u.name)) > 0
or position(lower(:words) in u.email) > 0) order by u.name, u.id limit :limit offset :offset;

-- # server/src/features/webhooks/webhook-deliveries.queries.ts

-- webhooks.waitingPage
select
id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at from webhook_deliveries
where webhook_id = :webhookId and state = 'waiting' and (:before::bigint is null or id < :before)
order by id desc
limit :limit;

-- webhooks.failedPage
select
id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at from webhook_deliveries
where webhook_id = :webhookId and state = 'failed' and (:before::bigint is null or id < :before)
order by id desc
limit :limit;

-- webhooks.deliveredPage
select
id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at from webhook_deliveries
where webhook_id = :webhookId and state = 'delivered' and (:before::bigint is null or id < :before)
order by id desc
limit :limit;

-- webhooks.deliveriesPage
select
id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at from webhook_deliveries
where webhook_id = :webhookId and true and (:before::bigint is null or id < :before)
order by id desc
limit :limit;

-- webhooks.deliveryContents
select d.id, d.event, d.detail, d.attempts, d.created_at,
  d.message_id is not null as tells_message, d.ticket_event_id is not null as tells_line,
  case when t.id is not null then jsonb_build_object(
    'id', t.id, 'uuid', t.uuid, 'status', t.status, 'isGroup', t.is_group,
    'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name) end, 'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end, 'connection', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end
  ) end as ticket,
  case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'number', c.number) end as contact,
  case when m.id is not null then jsonb_build_object(
    'id', m.id, 'body', case when m.is_deleted then '' else m.body end, 'fromMe', m.from_me, 'ack', m.ack,
    'mediaType', m.media_type, 'media', case when not m.is_deleted then m.media end,
    'isAutomatic', m.is_automatic, 'isDeleted', m.is_deleted, 'isEdited', m.edited_at is not null,
    'failure', m.failure, 'user', case when mu.id is not null then jsonb_build_object('id', mu.id, 'name', mu.name) end, 'author', case when mc.id is not null then jsonb_build_object('id', mc.id, 'name', mc.name) end, 'quotedMessageId', m.quoted_id,
    'createdAt', wire_time(m.created_at)
  ) end as message,
  case when e.id is not null then jsonb_build_object(
    'by', case when eb.id is not null then jsonb_build_object('id', eb.id, 'name', eb.name) end, 'user', case when eu.id is not null then jsonb_build_object('id', eu.id, 'name', eu.name) end, 'queue', case when eq.id is not null then jsonb_build_object('id', eq.id, 'name', eq.name) end, 'connection', case when ew.id is not null then jsonb_build_object('id', ew.id, 'name', ew.name) end,
    'rating', e.rating
  ) end as line
from webhook_deliveries d
left join messages m on m.company_id = d.company_id and m.id = d.message_id
left join users mu on mu.company_id = m.company_id and mu.id = m.user_id
left join contacts mc on mc.company_id = m.company_id and mc.id = m.author_contact_id
left join ticket_events e on e.company_id = d.company_id and e.id = d.ticket_event_id
left join users eb on eb.company_id = e.company_id and eb.id = e.by_user_id
left join users eu on eu.company_id = e.company_id and eu.id = e.user_id
left join queues eq on eq.company_id = e.company_id and eq.id = e.queue_id
left join connections ew on ew.company_id = e.company_id and ew.id = e.connection_id
left join tickets t on t.company_id = d.company_id
  and t.id = case when m.id is not null then m.ticket_id when e.id is not null then e.ticket_id else d.ticket_id end
left join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
where d.id = any (:ids::bigint[])
order by d.id;

-- webhooks.insertDeliveries
with kept as (
  insert into webhook_deliveries
    (company_id, webhook_id, event, ticket_id, message_id, ticket_event_id, detail, next_try_at, created_at)
  select current_company(), w.id, h.event, h.ticket_id, h.message_id, h.ticket_event_id, h.detail, :at, :at
  from webhooks w
  join unnest(:events::text[], :connectionIds::int[], :ticketIds::int[], :messageIds::bigint[],
    :ticketEventIds::bigint[], :details::jsonb[])
    with ordinality as h (event, connection_id, ticket_id, message_id, ticket_event_id, detail, position)
    on h.event = any (w.events) and (w.connection_id is null or w.connection_id = h.connection_id)
  where w.is_active
  order by h.position, w.id
  returning webhook_id
)
select enqueue_job('webhooks.deliver', jsonb_build_object('webhookId', webhook_id), :at, name, name)
from (
  select webhook_id, 'webhook ' || current_company() || ' ' || webhook_id as name
  from kept group by webhook_id order by webhook_id
) told;

-- # server/src/processes/housekeeping/named-files.queries.ts

-- housekeeping.filesBelongHere
select id from companies where id = any (:companies::int[])
union all
select 0 where 0 = any (:companies::int[]) and not exists (select from cell);

-- housekeeping.namedFiles
select media ->> 'key' as key from messages where company_id = :companyId::int and media ->> 'key' = any (:keys::text[])
union all
select media ->> 'thumbnailKey' as key from messages where company_id = :companyId::int and media ->> 'thumbnailKey' = any (:keys::text[])
union all
select media ->> 'whatsappKey' as key from messages where company_id = :companyId::int and media ->> 'whatsappKey' = any (:keys::text[])
union all
select media ->> 'compatibleKey' as key from messages where company_id = :companyId::int and media ->> 'compatibleKey' = any (:keys::text[])
union all
select picture_key as key from contacts where company_id = :companyId::int and picture_key = any (:keys::text[])
union all
select media ->> 'key' as key from quick_messages where company_id = :companyId::int and media ->> 'key' = any (:keys::text[])
union all
select media ->> 'key' as key from chat_messages where company_id = :companyId::int and media ->> 'key' = any (:keys::text[])
union all
select media ->> 'key' as key from schedules where company_id = :companyId::int and media ->> 'key' = any (:keys::text[])
union all
select media ->> 'key' as key from campaigns where company_id = :companyId::int and media ->> 'key' = any (:keys::text[])
union all
select media ->> 'key' as key from file_list_options where company_id = :companyId::int and media ->> 'key' = any (:keys::text[])
union all
select k.key as key from personal_data_exports, unnest(file_keys) as k (key) where company_id = :companyId::int and k.key = any (:keys::text[])
union all
select k.key as key from move_outs, unnest(file_keys) as k (key) where company_id = :companyId::int and k.key = any (:keys::text[])
union all
select media ->> 'key' as key from announcements where 0 = :companyId::int and media ->> 'key' = any (:keys::text[]);

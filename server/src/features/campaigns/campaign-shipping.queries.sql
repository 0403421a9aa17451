-- Printed from campaign-shipping.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.countShipping
select count(*)::int as count from campaign_shipping s where s.campaign_id = :campaignId
and (:words = '' or position(plain_text(:words) in s.name_plain) > 0
  or (:digits::text is not null and position(:digits in s.number) > 0))
and (:states::text[] is null or s.state = any (:states));

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

-- campaigns.overTime
select (extract(epoch from h.at - :startedAt::timestamptz) / :stepSeconds::int)::int as step,
  coalesce(sum(g.contacts) filter (where h.what = 'shipped'), 0)::int as shipped,
  coalesce(sum(g.contacts) filter (where h.what = 'received'), 0)::int as received,
  coalesce(sum(g.contacts) filter (where h.what = 'read'), 0)::int as read,
  coalesce(sum(g.contacts) filter (where h.what = 'failed'), 0)::int as failed,
  coalesce(sum(g.contacts) filter (where h.what = 'confirmed'), 0)::int as confirmed
from (
  select date_bin(:stepSeconds * interval '1 second', s.delivered_at,
:startedAt) as delivered_at,
    date_bin(:stepSeconds * interval '1 second', s.received_at,
:startedAt) as received_at,
    date_bin(:stepSeconds * interval '1 second', s.read_at,
:startedAt) as read_at,
    date_bin(:stepSeconds * interval '1 second', s.failed_at,
:startedAt) as failed_at,
    date_bin(:stepSeconds * interval '1 second', s.confirmed_at,
:startedAt) as confirmed_at,
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

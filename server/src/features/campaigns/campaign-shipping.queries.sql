-- Printed from campaign-shipping.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- campaigns.confirm
update campaign_shipping set state = 'confirmed', confirmed_at = :at, updated_at = :at
where id = :id and state = 'asked'
returning id;

-- campaigns.contactsUnderWay
select distinct s.contact_id
from outbox o
join campaign_shipping s on s.company_id = o.company_id and s.contact_id = o.contact_id
  and s.campaign_id = :campaignId
where o.connection_id = :connectionId and o.priority > 0 and o.state = 'waiting' and s.contact_id is not null
order by s.contact_id;

-- campaigns.countAttempt
update campaign_shipping set attempts = attempts + 1
where id = :id and state in ('pending', 'confirmed')
returning attempts, campaign_id;

-- campaigns.countShipping
select count(*)::int as count from campaign_shipping s where s.campaign_id = :campaignId
and (:words = '' or position(plain_text(:words) in s.name_plain) > 0
  or (:digits::text is not null and position(:digits in s.number) > 0))
and (:states::text[] is null or s.state = any (:states));

-- campaigns.decline
update campaign_shipping set state = 'skipped', reason = 'declined', updated_at = :at
where id = :id and state = 'asked'
returning id;

-- campaigns.doubtNumber
update campaign_shipping set is_valid = null, updated_at = :at where id = :id;

-- campaigns.eraseShipping
update campaign_shipping
set name = '', number = '', email = '', phone = 'erased ' || id, contact_id = null, updated_at = :at,
  state = case when state in ('pending', 'asked', 'confirmed') then 'skipped' else state end,
  reason = case when state in ('pending', 'asked', 'confirmed') then 'removed' else reason end
where contact_id = :contactId or phone = any (:phones)
returning campaign_id;

-- campaigns.failLost
update campaign_shipping set state = 'failed', reason = :failure, failed_at = :at, updated_at = :at
where campaign_id = any (:campaignIds) and state = 'sending'
returning campaign_id;

-- campaigns.fail
update campaign_shipping set state = 'failed', reason = :failure, failed_at = :at, updated_at = :at where id = :id;

-- campaigns.forgetSkipped
delete from campaign_shipping
where campaign_id = :campaignId and state = 'skipped' and reason in ('invalid', 'unchecked', 'optedOut', 'removed');

-- campaigns.forgiveRefused
update campaign_shipping
set state = case when confirmed_at is not null then 'confirmed' else 'pending' end, reason = null, failed_at = null,
  attempts = 0, updated_at = :at
where campaign_id = :campaignId and state = 'failed' and reason in ('ERR_WAPP_MSG_RESTRICTED',
  'ERR_WAPP_MSG_TOO_MANY');

-- campaigns.giveShippingTo
update campaign_shipping set contact_id = :to where contact_id = :from;

-- campaigns.giveUpAsked
update campaign_shipping set state = 'skipped', reason = 'unanswered', updated_at = :at
where campaign_id = any (:campaignIds) and state = 'asked' and confirmation_requested_at < :askedBefore
returning campaign_id;

-- campaigns.lastWrittenTo
select w.id, w.campaign_id, w.name, w.number, w.phone, w.is_asked, w.written_at,
  t.id as ticket_id, t.last_message_id = m.id as spoke_last,
  coalesce((select g.opt_out_word from campaign_settings g where g.company_id = w.company_id), '') as opt_out_word
from (
  select s.company_id, s.id, s.campaign_id, s.name, s.number, s.phone, s.state = 'asked' as is_asked,
    coalesce(s.delivered_at, s.confirmation_requested_at) as written_at,
    coalesce(s.message_id, s.confirmation_message_id) as message_id
  from campaign_shipping s
  where s.contact_id = :contactId
  union all
  select d.company_id, null, null, d.name, d.number, d.phone, false, d.written_at, d.message_id
  from campaign_writings d
  where d.contact_id = :contactId
  order by is_asked desc, written_at desc nulls last, id desc nulls last
  limit 1
) w
left join messages m on m.company_id = w.company_id and m.id = w.message_id
left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id;

-- campaigns.listAudience
select count(*) filter (where o.id is null and i.is_whatsapp_valid)::int as contacts,
  count(*) filter (where o.id is null and not i.is_whatsapp_valid and i.is_check_due)::int as unchecked,
  count(o.id)::int as "optedOut",
  count(*) filter (where o.id is null and not i.is_whatsapp_valid and not i.is_check_due)::int as invalid
from contact_list_items i
left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
where i.contact_list_id = :listId;

-- campaigns.listPeople
select i.id, i.name, i.number, i.email, i.is_whatsapp_valid
from campaigns c
join contact_list_items i on i.company_id = c.company_id and i.contact_list_id = c.contact_list_id
where c.id = :campaignId
order by i.id limit :limit;

-- campaigns.noteChecked
update campaign_shipping s
set is_valid = coalesce(i.is_whatsapp_valid, false), number = coalesce(i.number, s.number), updated_at = :at,
  state = case when i.is_whatsapp_valid then 'pending' else 'skipped' end,
  reason = case when i.is_whatsapp_valid then null when i.id is null then 'removed'
    when i.checked_at is null then 'unchecked' else 'invalid' end
from campaign_shipping n
left join contact_list_items i on i.company_id = n.company_id and i.id = n.item_id and i.phone = n.phone
where n.campaign_id = any (:campaignIds) and n.state = 'pending' and n.is_valid is null
  and (i.id is null or not i.is_check_due)
  and s.company_id = n.company_id and s.id = n.id
returning s.campaign_id;

-- campaigns.noteMessage
update campaign_shipping
set state = 'sending', contact_id = :contactId, message_id = :messageId, reason = null, updated_at = :at
where id = :id;

-- campaigns.noteRequest
update campaign_shipping
set state = 'sending', contact_id = :contactId, confirmation_message_id = :messageId, reason = null, updated_at = :at
where id = :id;

-- campaigns.prepare
insert into campaign_shipping as s
  (company_id, campaign_id, item_id, name, number, phone, email, is_valid, state, reason, created_at,
    updated_at)
select i.company_id, :campaignId, i.id, i.name, i.number, i.phone, i.email,
  case when i.is_whatsapp_valid then true when i.is_check_due then null else false end,
  case when o.id is null and (i.is_whatsapp_valid or i.is_check_due) then 'pending' else 'skipped' end,
  case when o.id is not null then 'optedOut'
    when i.is_whatsapp_valid or i.is_check_due then null
    when i.checked_at is null then 'unchecked' else 'invalid' end,
  :at, :at
from contact_list_items i
left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
where i.contact_list_id = :listId
order by i.id
on conflict (company_id, campaign_id, phone) do update
set item_id = excluded.item_id, name = excluded.name, number = excluded.number, email = excluded.email,
  is_valid = excluded.is_valid, state = excluded.state, reason = excluded.reason, updated_at = excluded.updated_at
where s.state = 'pending' and (s.item_id, s.name, s.number, s.email, s.is_valid)
  is distinct from (excluded.item_id, excluded.name, excluded.number, excluded.email, excluded.is_valid);

-- campaigns.settleShipping
update campaign_shipping s
set state = case when :failure::text is null then 'sending' else 'failed' end, reason = :failure,
  failed_at = case when :failure is null then null else :at::timestamptz end, updated_at = :at
where s.delivered_at is null
  and (s.message_id = :messageId or (s.confirmation_message_id = :messageId and s.message_id is null
    and s.confirmation_requested_at is null))
  and s.state in ('pending', 'confirmed', 'sending', 'failed')
returning s.id, s.campaign_id, s.contact_id;

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

-- campaigns.skipOptedOut
update campaign_shipping set state = 'skipped', reason = 'optedOut', updated_at = :at
where phone = :phone and state in ('pending', 'asked', 'confirmed')
returning campaign_id;

-- campaigns.skip
update campaign_shipping set state = 'skipped', reason = :reason, updated_at = :at where id = :id;

-- campaigns.takeBackSending
update campaign_shipping
set state = case when confirmed_at is not null then 'confirmed' else 'pending' end, updated_at = :at,
  message_id = case when message_id = any (:messageIds) then null else message_id end,
  confirmation_message_id = case when confirmation_message_id = any (:messageIds) then null
    else confirmation_message_id end
where state = 'sending' and (message_id = any (:messageIds) or (confirmation_message_id = any (:messageIds)
  and message_id is null));

-- campaigns.tick
update campaign_shipping s
set state = case
    when s.message_id is null or not s.message_id = any (:messageIds) then 'asked'
    when :ack::int >= 3 then 'read' when :ack = 2 then 'delivered' else 'sent' end,
  reason = null, failed_at = null, attempts = 0, updated_at = :at,
  confirmation_requested_at = case
    when s.confirmation_message_id = any (:messageIds) then coalesce(s.confirmation_requested_at, :at)
    else s.confirmation_requested_at end,
  delivered_at = case when s.message_id = any (:messageIds) then coalesce(s.delivered_at, :at) else s.delivered_at
    end,
  received_at = case when s.message_id = any (:messageIds) and :ack >= 2 then coalesce(s.received_at, :at)
    else s.received_at end,
  read_at = case when s.message_id = any (:messageIds) and :ack >= 3 then coalesce(s.read_at, :at) else s.read_at end
where (s.message_id = any (:messageIds) and s.state in ('pending', 'confirmed', 'sending', 'failed', 'sent',
  'delivered'))
  or (s.confirmation_message_id = any (:messageIds) and s.message_id is null
    and s.state in ('pending', 'sending', 'failed'))
returning s.id, s.campaign_id;

-- campaigns.underWayTo
select distinct c.connection_id, s.contact_id
from campaign_shipping s
join campaigns c on c.company_id = s.company_id and c.id = s.campaign_id
where s.phone = :phone and s.state = 'sending' and s.contact_id is not null and c.connection_id is not null
order by c.connection_id, s.contact_id;

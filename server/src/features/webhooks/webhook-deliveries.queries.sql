-- Printed from webhook-deliveries.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

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

-- webhooks.deliveryById
select
id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at, answer from webhook_deliveries where webhook_id = :webhookId and id = :id;

-- webhooks.keepDeliveries
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

-- webhooks.toldOf
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

-- webhooks.waitAgain
update webhook_deliveries set state = 'waiting', attempts = 0, next_try_at = :at
where webhook_id = :webhookId and id = :id and state <> 'waiting'
returning
id, event, ticket_id, state, attempts, next_try_at, called_at, milliseconds, status, failure, created_at;

-- Printed from ticket-events.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.eventsOfContact
select case when e.is_readable then
jsonb_build_object(
  'id', e.id, 'ticketId', e.ticket_id, 'kind', e.kind, 'at', wire_time(e.at), 'rating', e.rating,
  'by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end,
  'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
  'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'connection', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end
) else
jsonb_build_object(
  'id', e.id, 'ticketId', e.ticket_id, 'kind', 'hidden', 'at', wire_time(e.at), 'rating', null,
  'by', null, 'user', null, 'queue', null, 'connection', null
) end as event
from (
  select e.*, t.is_readable
  from (select t.*, (
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null))) or
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

-- tickets.insertEvent
with e as (
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id, by_user_id, connection_id, rating, is_outbound, seconds)
  select current_company(), :ticketId, :kind, :at, :userId, :queueId, :byUserId, :connectionId,
:rating, :isOutbound,
    extract(epoch from :at - case :kind
      when 'accepted' then min(at) filter (where kind = 'created' and not was_accepted)
      when 'closed' then max(at) filter (where kind in ('accepted', 'reopened'))
    end)::int
  from (
    select kind, at, bool_or(kind = 'accepted') over () as was_accepted
    from ticket_events
    where ticket_id = :ticketId
  ) before
  returning *
)
select
jsonb_build_object(
  'id', e.id, 'ticketId', e.ticket_id, 'kind', e.kind, 'at', wire_time(e.at), 'rating', e.rating,
  'by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end,
  'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
  'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'connection', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end
) as event from e
left join users b on b.company_id = e.company_id and b.id = e.by_user_id
left join users u on u.company_id = e.company_id and u.id = e.user_id
left join queues q on q.company_id = e.company_id and q.id = e.queue_id
left join connections w on w.company_id = e.company_id and w.id = e.connection_id;

-- tickets.insertEvent together
with asked as (select * from unnest(:ticketId::int[], :kind::text[], :at::timestamptz[], :userId::int[], :queueId::int[], :byUserId::int[], :connectionId::int[], :rating::int[], :isOutbound::boolean[]) with ordinality as asked ("ticketId", "kind", "at", "userId", "queueId", "byUserId", "connectionId", "rating", "isOutbound", asker)), e as (
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id, by_user_id, connection_id, rating, is_outbound, seconds)
  select event.*
  from asked
  cross join lateral (select current_company(), asked."ticketId", asked."kind", asked."at", asked."userId", asked."queueId", asked."byUserId", asked."connectionId",
asked."rating", asked."isOutbound",
    extract(epoch from asked."at" - case asked."kind"
      when 'accepted' then min(at) filter (where kind = 'created' and not was_accepted)
      when 'closed' then max(at) filter (where kind in ('accepted', 'reopened'))
    end)::int
  from (
    select kind, at, bool_or(kind = 'accepted') over () as was_accepted
    from ticket_events
    where ticket_id = asked."ticketId"
  ) before) event
  order by asked.asker
  returning *
)
select asked.asker,
jsonb_build_object(
  'id', e.id, 'ticketId', e.ticket_id, 'kind', e.kind, 'at', wire_time(e.at), 'rating', e.rating,
  'by', case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end,
  'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
  'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'connection', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end
) as event from asked join e on e.ticket_id = asked."ticketId"
left join users b on b.company_id = e.company_id and b.id = e.by_user_id
left join users u on u.company_id = e.company_id and u.id = e.user_id
left join queues q on q.company_id = e.company_id and q.id = e.queue_id
left join connections w on w.company_id = e.company_id and w.id = e.connection_id;

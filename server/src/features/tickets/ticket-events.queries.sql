-- Printed from ticket-events.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.acceptedOwnReturn
select array_agg(kind order by id desc) = '{accepted,returned,accepted}'
  and bool_and(by_user_id is not distinct from $2)
  and min(at) filter (where kind = 'returned') >= $3 as is_own_return
from (select id, kind, at, by_user_id from ticket_events where ticket_id = $1 order by id desc limit 3) latest;

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
($1::boolean
  or (t.status = 'open' and t.user_id = $2::int)
  or t.queue_id = any ($3::int[])
  or ($4::boolean and (t.status = 'pending' or t.queue_id is null))) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open' and own.user_id = $2::int))) as is_readable from tickets t where t.contact_id = $5) t
  join ticket_events e on e.company_id = t.company_id and e.ticket_id = t.id
  where ($6::timestamptz is null or e.at >= $6) and ($7::timestamptz is null or e.at < $7)
    and (t.is_readable or e.kind = 'created')
  order by e.at desc, e.id desc
  limit $8
) e
left join users b on b.company_id = e.company_id and b.id = e.by_user_id
left join users u on u.company_id = e.company_id and u.id = e.user_id
left join queues q on q.company_id = e.company_id and q.id = e.queue_id
left join connections w on w.company_id = e.company_id and w.id = e.connection_id
order by e.at desc, e.id desc;

-- tickets.insertEvent
with e as (
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id, by_user_id, connection_id, rating, is_outbound, seconds)
  select current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9,
    extract(epoch from $3 - case $2
      when 'accepted' then min(at) filter (where kind = 'created' and not was_accepted)
      when 'closed' then max(at) filter (where kind in ('accepted', 'reopened'))
    end)::int
  from (
    select kind, at, bool_or(kind = 'accepted') over () as was_accepted
    from ticket_events
    where ticket_id = $1
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
with asked as (select * from unnest($1::int[], $2::text[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::boolean[]) with ordinality as asked (ticket, event, moment, owner, queue, author, connection, stars, outbound, asker)), e as (
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id, by_user_id, connection_id, rating, is_outbound, seconds)
  select event.*
  from asked
  cross join lateral (select current_company(), asked.ticket, asked.event, asked.moment, asked.owner, asked.queue, asked.author, asked.connection, asked.stars, asked.outbound,
    extract(epoch from asked.moment - case asked.event
      when 'accepted' then min(at) filter (where kind = 'created' and not was_accepted)
      when 'closed' then max(at) filter (where kind in ('accepted', 'reopened'))
    end)::int
  from (
    select kind, at, bool_or(kind = 'accepted') over () as was_accepted
    from ticket_events
    where ticket_id = asked.ticket
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
) as event from asked join e on e.ticket_id = asked.ticket
left join users b on b.company_id = e.company_id and b.id = e.by_user_id
left join users u on u.company_id = e.company_id and u.id = e.user_id
left join queues q on q.company_id = e.company_id and q.id = e.queue_id
left join connections w on w.company_id = e.company_id and w.id = e.connection_id;

-- tickets.isToBeRated
select kind = 'closed' as is_due
from ticket_events
where ticket_id = $1 and kind in ('closed', 'rated')
order by id desc
limit 1;

-- Printed from users.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

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

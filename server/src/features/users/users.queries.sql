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
select count(*)::int as count from users u where not u.is_support and (position(plain_text($1) in plain_text(u.name)) > 0 or position(lower($1) in u.email) > 0);

-- users.countOpenTickets
select count(*)::int as count from tickets where user_id = $1 and status = 'open';

-- users.countOtherAdmins
select count(*)::int as count from users where profile = 'admin' and id <> $1 and not is_support;

-- users.count
select count(*)::int as count from users where not is_support;

-- users.giveQueues
insert into user_queues (company_id, user_id, queue_id)
select current_company(), $1, queue_id from unnest($2::int[]) as given (queue_id)
on conflict do nothing;

-- users.insert
insert into users (company_id, name, email, password_hash, profile, is_super, all_ticket, default_connection_id,
  has_generated_password, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
on conflict (email) do nothing
returning id;

-- users.isOurConnection
select exists (select from connections where id = $1) as found;

-- users.keepOnlyQueues
delete from user_queues where user_id = $1 and queue_id <> all ($2::int[]) returning queue_id;

-- users.lock
select id from users where id = $1 and not is_support for no key update;

-- users.remove
delete from users where id = $1;

-- users.saveSupport
insert into users (company_id, name, email, password_hash, profile, all_ticket, is_support, created_at, updated_at)
values (current_company(), $1, $2, '', 'admin', true, true, $3, $3)
on conflict (company_id) where is_support do update set name = excluded.name, updated_at = excluded.updated_at
returning id;

-- users.save
update users
set name = coalesce($2, name), email = coalesce($3, email), password_hash = coalesce($4, password_hash),
  profile = coalesce($5, profile), all_ticket = coalesce($6, all_ticket),
  default_connection_id = case when $7 then $8::int else default_connection_id end,
  has_generated_password = case when $4::text is null then has_generated_password else $10 end, updated_at = $9
where id = $1;

-- users.stampLastSeen
update users set last_seen_at = $2 where id = $1;

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
) q on true where u.id = $1;

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
) q on true where u.id = any ($1) and not u.is_support order by u.id;

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
) q on true where not u.is_support and (position(plain_text($1) in plain_text(u.name)) > 0 or position(lower($1) in u.email) > 0) order by u.name, u.id limit $2 offset $3;

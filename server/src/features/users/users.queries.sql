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

-- users.countOpenTickets
select count(*)::int as count from tickets where user_id = :id and status = 'open';

-- users.countOtherAdmins
select count(*)::int as count from users where profile = 'admin' and id <> :id and not is_support;

-- users.count
select count(*)::int as count from users where not is_support;

-- users.giveQueues
insert into user_queues (company_id, user_id, queue_id)
select current_company(), :id, queue_id from unnest(:queueIds::int[]) as given (queue_id)
on conflict do nothing;

-- users.insert
insert into users (company_id, name, email, password_hash, profile, is_super, all_ticket, default_connection_id,
  has_generated_password, created_at, updated_at)
values (:companyId, :name, :email, :passwordHash, :profile, :isSuper, :allTicket, :defaultConnectionId,
  :hasGeneratedPassword, :at, :at)
on conflict (email) do nothing
returning id;

-- users.isOurConnection
select exists (select from connections where id = :id) as found;

-- users.keepOnlyQueues
delete from user_queues where user_id = :id and queue_id <> all (:queueIds::int[]) returning queue_id;

-- users.lock
select id from users where id = :id and not is_support for no key update;

-- users.remove
delete from users where id = :id;

-- users.saveSupport
insert into users (company_id, name, email, password_hash, profile, all_ticket, is_support, created_at, updated_at)
values (current_company(), :name, :email, '', 'admin', true, true, :at, :at)
on conflict (company_id) where is_support do update set name = excluded.name, updated_at = excluded.updated_at
returning id;

-- users.save
update users
set name = coalesce(:name, name), email = coalesce(:email, email), password_hash = coalesce(:passwordHash,
  password_hash),
  profile = coalesce(:profile, profile), all_ticket = coalesce(:allTicket, all_ticket),
  default_connection_id = case when :setConnection then :defaultConnectionId::int else default_connection_id end,
  has_generated_password = case when :passwordHash::text is null then has_generated_password else :isGenerated end,
    updated_at = :at
where id = :id;

-- users.stampLastSeen
update users set last_seen_at = :at where id = :id;

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

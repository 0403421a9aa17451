-- Printed from quick-messages.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- quickMessages.count
select count(*)::int as count from quick_messages where (user_id = :userId or is_shared) and
(position(plain_text(:words) in plain_text(shortcode)) > 0
  or position(plain_text(:words) in plain_text(message)) > 0);

-- quickMessages.insert
insert into quick_messages (company_id, user_id, shortcode, message, is_shared, status, created_at, updated_at)
values (current_company(), :userId, :shortcode, :message, :isShared, :status, :at, :at)
returning id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at;

-- quickMessages.lock
select id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at from quick_messages where id = :id for update;

-- quickMessages.byId
select id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at from quick_messages where id = :id;

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

-- quickMessages.save
update quick_messages
set shortcode = :shortcode, message = :message, is_shared = :isShared, status = :status, media = :media,
  updated_at = :at
where id = :id
returning id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at;

-- Printed from quick-messages.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- quickMessages.countForBounds
select count(*) filter (where user_id = $1)::int as of_person, count(*)::int as of_company from quick_messages;

-- quickMessages.count
select count(*)::int as count from quick_messages where (user_id = $1 or is_shared) and
(position(plain_text($2) in plain_text(shortcode)) > 0 or position(plain_text($2) in plain_text(message)) > 0);

-- quickMessages.insert
insert into quick_messages (company_id, user_id, shortcode, message, is_shared, status, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $6)
returning id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at;

-- quickMessages.isShortcodeTaken
select exists (
  select from quick_messages
  where plain_text(shortcode) = plain_text($1) and is_shared = $2 and ($2 or user_id = $3)
    and id is distinct from $4
) as taken;

-- quickMessages.lock
select id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at from quick_messages where id = $1 for update;

-- quickMessages.lockShortcodes
select pg_advisory_xact_lock(hashtext('shortcodes of quick messages'), current_company()) as locked;

-- quickMessages.byId
select id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at from quick_messages where id = $1;

-- quickMessages.choices
select id, user_id, shortcode, is_shared, status, media, created_at, updated_at, is_whole,
  case when is_whole then message else left(message, $4) end as message
from (
  select *, octet_length(message) <= $4 or sum(octet_length(message)) over (order by lower(shortcode), id) <= $3 as is_whole
  from quick_messages where (user_id = $1 or is_shared)
) usable
order by lower(shortcode), id limit $2;

-- quickMessages.page
select id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at from quick_messages
where (user_id = $1 or is_shared) and
(position(plain_text($2) in plain_text(shortcode)) > 0 or position(plain_text($2) in plain_text(message)) > 0)
order by lower(shortcode), id limit $3 offset $4;

-- quickMessages.removeOwnOf
delete from quick_messages where user_id = $1 and not is_shared returning media;

-- quickMessages.remove
delete from quick_messages where id = $1;

-- quickMessages.save
update quick_messages
set shortcode = $2, message = $3, is_shared = $4, status = $5, media = $6, updated_at = $7
where id = $1
returning id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at;

-- Printed from announcements.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- announcements.byId
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where id = $1;

-- announcements.page
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where (is_active or $1) and
(position(plain_text($2) in plain_text(title)) > 0 or position(plain_text($2) in plain_text(text)) > 0) order by priority, created_at desc, id desc limit $3 offset $4;

-- announcements.count
select count(*)::int as count from announcements where (is_active or $1) and
(position(plain_text($2) in plain_text(title)) > 0 or position(plain_text($2) in plain_text(text)) > 0);

-- announcements.insert
insert into announcements (title, text, priority, is_active, created_at, updated_at)
values ($1, $2, $3, $4, $5, $5)
returning id, title, text, priority, is_active, media, created_at, updated_at;

-- announcements.lock
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where id = $1 for update;

-- announcements.remove
delete from announcements where id = $1;

-- announcements.save
update announcements
set title = $2, text = $3, priority = $4, is_active = $5, media = $6, updated_at = $7
where id = $1
returning id, title, text, priority, is_active, media, created_at, updated_at;

-- Printed from announcements.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- announcements.byId
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where id = :id;

-- announcements.page
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where (is_active or :alsoInactive) and
(position(plain_text(:words) in plain_text(title)) > 0 or position(plain_text(:words) in plain_text(text)) > 0) order by priority, created_at desc, id desc limit :limit offset :offset;

-- announcements.count
select count(*)::int as count from announcements where (is_active or :alsoInactive) and
(position(plain_text(:words) in plain_text(title)) > 0 or position(plain_text(:words) in plain_text(text)) > 0);

-- announcements.insert
insert into announcements (title, text, priority, is_active, created_at, updated_at)
values (:title, :text, :priority, :isActive, :at, :at)
returning id, title, text, priority, is_active, media, created_at, updated_at;

-- announcements.lock
select id, title, text, priority, is_active, media, created_at, updated_at from announcements where id = :id for update;

-- announcements.save
update announcements
set title = :title, text = :text, priority = :priority, is_active = :isActive, media = :media, updated_at = :at
where id = :id
returning id, title, text, priority, is_active, media, created_at, updated_at;

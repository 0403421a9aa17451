-- Printed from helps.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- helps.count
select count(*)::int as count from helps where
(position(plain_text(:words) in plain_text(title)) > 0
  or position(plain_text(:words) in plain_text(description)) > 0);

-- helps.page
select id, title, description, video, created_at, updated_at from helps where
(position(plain_text(:words) in plain_text(title)) > 0
  or position(plain_text(:words) in plain_text(description)) > 0) order by lower(title), id limit :limit offset :offset;

-- helps.insert
insert into helps (title, description, video, created_at, updated_at)
values (:title, :description, :video, :at, :at)
returning id, title, description, video, created_at, updated_at;

-- helps.save
update helps set title = :title, description = :description, video = :video, updated_at = :at where id = :id
returning id, title, description, video, created_at, updated_at;

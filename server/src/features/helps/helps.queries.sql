-- Printed from helps.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- helps.count
select count(*)::int as count from helps where
(position(plain_text($1) in plain_text(title)) > 0 or position(plain_text($1) in plain_text(description)) > 0);

-- helps.page
select id, title, description, video, created_at, updated_at from helps where
(position(plain_text($1) in plain_text(title)) > 0 or position(plain_text($1) in plain_text(description)) > 0) order by lower(title), id limit $2 offset $3;

-- helps.insert
insert into helps (title, description, video, created_at, updated_at)
values ($1, $2, $3, $4, $4)
returning id, title, description, video, created_at, updated_at;

-- helps.remove
delete from helps where id = $1;

-- helps.save
update helps set title = $2, description = $3, video = $4, updated_at = $5 where id = $1 returning id, title, description, video, created_at, updated_at;

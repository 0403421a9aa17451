-- Printed from tags.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tags.count
select count(*)::int as count from tags g where position(plain_text(:words) in plain_text(g.name)) > 0;

-- tags.kanban
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where g.kanban order by g.id;

-- tags.lock
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at from tags g where g.id = :id for update;

-- tags.byId
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where g.id = :id;

-- tags.named
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where lower(g.name) = lower(:name);

-- tags.byName
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at from tags g where position(plain_text(:words) in plain_text(g.name)) > 0 order by lower(g.name), g.id;

-- tags.page
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where position(plain_text(:words) in plain_text(g.name)) > 0 order by lower(g.name), g.id limit :limit offset :offset;

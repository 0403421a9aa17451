-- Printed from tags.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tags.copyOfTicket
insert into ticket_tags (company_id, ticket_id, tag_id)
select company_id, :to, tag_id from ticket_tags where ticket_id = :from
on conflict do nothing;

-- tags.count
select count(*)::int as count from tags g where position(plain_text(:words) in plain_text(g.name)) > 0;

-- tags.giveToTicket
insert into ticket_tags (company_id, ticket_id, tag_id)
select current_company(), :ticketId, id from unnest(:ids::int[]) as id
on conflict do nothing
returning tag_id;

-- tags.insert
insert into tags (company_id, name, color, kanban, user_id, created_at, updated_at)
values (current_company(), :name, :color, :kanban, :userId, :at, :at)
on conflict (company_id, lower(name)) do nothing
returning id;

-- tags.kanban
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at,
(select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets from tags g where g.kanban order by g.id;

-- tags.known
select id from tags where id = any (:ids) order by id for key share;

-- tags.lock
select g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at from tags g where g.id = :id for update;

-- tags.remove
delete from tags where id = :id;

-- tags.save
update tags set name = :name, color = :color, kanban = :kanban, updated_at = :at where id = :id;

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

-- tags.takeBoardTagsOfTicket
delete from ticket_tags tt using tags g
where tt.ticket_id = :ticketId and g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
  and tt.tag_id is distinct from :kept::int
returning tt.tag_id;

-- tags.takeOthersOfTicket
delete from ticket_tags where ticket_id = :ticketId and not tag_id = any (:kept) returning tag_id;

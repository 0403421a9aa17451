-- Printed from tags.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tags.copyOfTicket
insert into ticket_tags (company_id, ticket_id, tag_id)
select company_id, $2, tag_id from ticket_tags where ticket_id = $1
on conflict do nothing;

-- tags.insert
insert into tags (company_id, name, color, kanban, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $4)
returning id, name, color, kanban;

-- tags.byName
select id, name, color, kanban
from tags
where position(plain_text($1) in plain_text(name)) > 0
order by lower(name), id;

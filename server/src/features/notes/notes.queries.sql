-- Printed from notes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- notes.erase
delete from ticket_notes where contact_id = $1;

-- notes.giveTo
update ticket_notes set contact_id = $2 where contact_id = $1;

-- notes.insert
insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $5)
returning id;

-- notes.move
update ticket_notes set ticket_id = $2 where ticket_id = $1;

-- notes.byId
select
n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.created_at, n.updated_at from ticket_notes n left join users u on u.company_id = n.company_id and u.id = n.user_id where n.id = $1;

-- notes.readable
select
n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.created_at, n.updated_at
from ticket_notes n
join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
left join users u on u.company_id = n.company_id and u.id = n.user_id
where
($1::boolean
  or (t.status = 'open' and t.user_id = $2::int)
  or t.queue_id = any ($3::int[])
  or (t.queue_id is null and $4::boolean)) and ($5::int is null or n.ticket_id = $5) and ($6::int is null or n.contact_id = $6)
order by n.id desc;

-- notes.remove
delete from ticket_notes where id = $1 returning id;

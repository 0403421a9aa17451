-- Printed from personal-data.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contacts.eraseAddresses
with told as (
  delete from told_names t
  using unnest($2::text[], $3::text[]) as a (kind, value)
  where t.kind = a.kind and t.value = a.value
)
delete from contact_addresses where contact_id = $1;

-- contacts.erase
update contacts
set name = $2, name_source = 'stand-in', number = '', email = '', extra_info = '[]', picture_key = null,
  removed_at = $3, updated_at = $3
where id = $1;

-- contacts.messagesToTell
select m.ticket_id, m.created_at, m.from_me, m.media_type, m.body, m.media ->> 'key' as file_key,
  m.media ->> 'fileName' as file_name
from (
  select a.id from messages a where a.contact_id = $1
  union
  select b.id from messages b where b.author_contact_id = $1
) own
join messages m on m.id = own.id
order by m.created_at, m.id;

-- contacts.notesToTell
select n.ticket_id, n.created_at, n.note from ticket_notes n where n.contact_id = $1 order by n.id;

-- contacts.peopleToExport
select coalesce(json_agg(json_build_object('name', c.name, 'number', c.number, 'email', c.email)
  order by c.name, c.id), '[]')::text as contacts
from contacts c where c.removed_at is null and not c.is_group;

-- contacts.schedulesToTell
select s.send_at, s.status, s.body from schedules s where s.contact_id = $1 order by s.send_at, s.id;

-- contacts.ticketsToTell
select t.id, t.status, q.name as queue, u.name as attendant, t.created_at, t.last_at
from tickets t
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
where t.contact_id = $1
order by t.id;

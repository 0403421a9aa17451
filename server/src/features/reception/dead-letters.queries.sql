-- Printed from dead-letters.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- reception.deadLetterById
select e.id, e.connection_id, w.name as connection_name, c.name as from_name, e.received_at, e.attempts,
  e.dead_because
from inbound_events e
join connections w on w.company_id = e.company_id and w.id = e.connection_id
left join contact_addresses a on a.company_id = e.company_id and a.value = split_part(e.chat, '@', 1)
  and a.kind = case split_part(e.chat, '@', 2) when 'lid' then 'lid' when 'g.us' then 'group' else 'phone' end
left join contacts c on c.company_id = a.company_id and c.id = a.contact_id
where e.dead_because is not null and e.done_at is null and e.id = :entryId;

-- reception.deadLettersPage
select e.id, e.connection_id, w.name as connection_name, c.name as from_name, e.received_at, e.attempts,
  e.dead_because
from inbound_events e
join connections w on w.company_id = e.company_id and w.id = e.connection_id
left join contact_addresses a on a.company_id = e.company_id and a.value = split_part(e.chat, '@', 1)
  and a.kind = case split_part(e.chat, '@', 2) when 'lid' then 'lid' when 'g.us' then 'group' else 'phone' end
left join contacts c on c.company_id = a.company_id and c.id = a.contact_id
where e.dead_because is not null and e.done_at is null
order by e.id
limit :limit offset :offset;

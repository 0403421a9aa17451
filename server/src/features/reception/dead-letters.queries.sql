-- Printed from dead-letters.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- reception.countDeadLetters
select count(*) as count from inbound_events where dead_because is not null and done_at is null;

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

-- deadLetters.eraseOf
delete from inbound_events e
where split_part(e.chat, '@', 1) = any (:chats)
  or e.done_at is not null and not e.needs_acknowledgement and (
    e.key like 'history%' or e.key like 'names:%'
    or split_part(e.chat, '@', 1) in (
      select split_part(a.value, '@', 1)
      from messages m
      join contact_addresses a on a.company_id = m.company_id and a.contact_id = m.contact_id and a.kind = 'group'
      where m.author_contact_id = :contactId
    )
  );

-- reception.giveUp
update inbound_events set done_at = :at
where id = :entryId and dead_because is not null and done_at is null
returning id;

-- reception.waitAgain
update inbound_events set dead_because = null, attempts = 0
where id = :entryId and dead_because is not null and done_at is null
returning connection_id;

-- reception.waitAgainAll
update inbound_events set dead_because = null, attempts = 0
where dead_because is not null and done_at is null
returning connection_id;

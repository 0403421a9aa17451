-- Printed from notes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- notes.mentionById
select

n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at, t.uuid as ticket_uuid, c.name as contact_name, above.id as message_id from ticket_notes n
join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
join contacts c on c.company_id = n.company_id and c.id = n.contact_id
left join lateral (
  select m.id from messages m
  where m.company_id = n.company_id and m.ticket_id = n.ticket_id and m.id <= n.above_id
  order by m.id desc limit 1
) above on true
left join users u on u.company_id = n.company_id and u.id = n.user_id where n.id = :id;

-- notes.byId
select
n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at from ticket_notes n left join users u on u.company_id = n.company_id and u.id = n.user_id where n.id = :id;

-- notes.readable
select
n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at,
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null))) is not true as is_read_only
from ticket_notes n
join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
left join users u on u.company_id = n.company_id and u.id = n.user_id
where (
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null))) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))) and (:ticketId::int is null or n.ticket_id = :ticketId) and (:contactId::int is null
  or n.contact_id = :contactId)
order by n.id desc;

-- notes.unseenMentions
select

n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at, t.uuid as ticket_uuid, c.name as contact_name, above.id as message_id
from unseen_mentions um
join ticket_notes n on n.company_id = um.company_id and n.id = um.note_id

join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
join contacts c on c.company_id = n.company_id and c.id = n.contact_id
left join lateral (
  select m.id from messages m
  where m.company_id = n.company_id and m.ticket_id = n.ticket_id and m.id <= n.above_id
  order by m.id desc limit 1
) above on true
left join users u on u.company_id = n.company_id and u.id = n.user_id
where um.user_id = :userId and
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null)))
order by um.note_id desc limit 100;

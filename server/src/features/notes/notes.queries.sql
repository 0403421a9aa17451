-- Printed from notes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- notes.erase
delete from ticket_notes where contact_id = :contactId;

-- notes.giveTo
update ticket_notes set contact_id = :to where contact_id = :from;

-- notes.insertOfHandover
insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, above_id, created_at, updated_at, handover_id)
values (current_company(), :ticketId, :contactId, :userId, :note, (select max(m.id) from messages m
  where m.ticket_id = :ticketId), :at, :at, :handoverId)
returning id;

-- notes.insert
insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, mentions, above_id, created_at, updated_at)
values (current_company(), :ticketId, :contactId, :userId, :note, :mentions, (select max(m.id) from messages m
  where m.ticket_id = :ticketId), :at, :at)
returning id;

-- notes.insertUnseen
insert into unseen_mentions (company_id, user_id, note_id)
select current_company(), u.id, :id from users u where u.id = any (:userIds) for key share;

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

-- notes.move
update ticket_notes set ticket_id = :to where ticket_id = :from;

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

-- notes.removeOfHandover
delete from ticket_notes n
using ticket_handovers h
where h.company_id = n.company_id and h.id = n.handover_id and h.ticket_id = :ticketId
returning n.id;

-- notes.remove
delete from ticket_notes where id = :id returning id;

-- notes.removeSeen
delete from unseen_mentions where user_id = :userId and note_id = any (:noteIds) returning note_id;

-- notes.removeUnseenOfContact
delete from unseen_mentions um
using ticket_notes n
where n.company_id = um.company_id and n.id = um.note_id and n.contact_id = :contactId
returning um.user_id, um.note_id;

-- notes.removeUnseenOfNote
delete from unseen_mentions where note_id = :id returning user_id;

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

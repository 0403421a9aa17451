-- Printed from bots.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- bots.passOver
update bot_talks b set answered_id = n.id
from (select max(m.id) as id from messages m where m.ticket_id = :ticketId and not m.from_me) n
where b.ticket_id = :ticketId and b.answered_id < n.id and not exists (
  select from messages m where m.ticket_id = :ticketId and m.id > b.answered_id and m.id < n.id and not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'
);

-- bots.saidBefore
select m.id, m.body, m.from_me, m.media_type, m.media, m.created_at from messages m
where m.ticket_id = :ticketId and (m.from_me or m.id <= :answeredId) and not m.is_deleted and not m.is_view_once
  and not (m.media_type is null and m.body = any (:awaited::text[]))
order by m.id desc limit :limit;

-- bots.unanswered
select m.id, m.body, m.from_me, m.media_type, m.media, m.created_at, m.media_type is null and m.body = any (:awaited::text[]) as is_awaited from messages m
where m.ticket_id = :ticketId and m.id > :after and not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'
  and not (m.media_type is null and m.body = any (:awaited::text[]) and m.created_at <= :since)
order by m.id limit :limit;

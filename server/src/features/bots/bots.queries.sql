-- Printed from bots.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- bots.addTry
update bot_talks set tries = tries + 1 where ticket_id = :ticketId;

-- bots.answersSince
select count(distinct newest.created_at)::int as answers
from (
  select m.created_at, m.is_automatic from messages m where m.ticket_id = :ticketId order by m.id desc limit 1000
) newest
where newest.is_automatic and newest.created_at > :since;

-- bots.aroundTalk
select c.id as contact_id, c.name as contact_name, c.number as contact_number, c.email as contact_email,
  k.language, k.time_zone
from tickets t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
join companies k on k.id = t.company_id
where t.id = :ticketId;

-- bots.beginTalk
insert into bot_talks (company_id, ticket_id, answered_id)
select current_company(), :ticketId, max(m.id) - 1 from messages m where m.ticket_id = :ticketId and not m.from_me
having max(m.id) is not null
on conflict do nothing;

-- bots.endTalk
delete from bot_talks where ticket_id = :ticketId;

-- bots.eraseTalksOf
delete from bot_talks b
using tickets t
where t.company_id = b.company_id and t.id = b.ticket_id and t.contact_id = :contactId;

-- bots.keepTranscript
update bot_talks set transcripts = transcripts || jsonb_build_object(:messageId::bigint::text, :words::text)
where ticket_id = :ticketId;

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

-- bots.saveTalk
update bot_talks set answered_id = :answeredId, session = :session, session_at = :sessionAt, tries = 0
where ticket_id = :ticketId;

-- bots.talkOf
select answered_id, session, session_at, tries, transcripts from bot_talks
where ticket_id = :ticketId and answered_id is not null for update;

-- bots.unanswered
select m.id, m.body, m.from_me, m.media_type, m.media, m.created_at, m.media_type is null and m.body = any (:awaited::text[]) as is_awaited from messages m
where m.ticket_id = :ticketId and m.id > :after and not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'
  and not (m.media_type is null and m.body = any (:awaited::text[]) and m.created_at <= :since)
order by m.id limit :limit;

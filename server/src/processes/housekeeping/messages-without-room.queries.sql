-- Printed from messages-without-room.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- housekeeping.messagesWithoutRoom
select m.company_id, (array_agg(m.id::float8 order by m.id desc))[1: :most] as message_ids
from messages m
where m.media ->> 'state' = 'no-room' and not m.is_deleted
group by m.company_id;

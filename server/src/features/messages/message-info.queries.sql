-- Printed from message-info.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.times
select m.ticket_id, m.created_at, m.sent_at, m.delivered_at, m.read_at, m.played_at, m.user_id, u.name as user_name
from messages m
left join users u on u.company_id = m.company_id and u.id = m.user_id
where m.id = :messageId;

-- Printed from merge-outbox.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.deleteOrdersOfContact
delete from outbox where contact_id = $1;

-- connections.giveOrdersOfContact
update outbox set contact_id = $2 where contact_id = $1;

-- connections.giveOrdersOfMessages
update outbox o
set message_id = pair.kept_id
from unnest($1::bigint[], $2::bigint[]) as pair (twin_id, kept_id)
where o.message_id = pair.twin_id;

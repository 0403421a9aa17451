-- Printed from merge-outbox.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.deleteOrdersOfContact
delete from outbox where contact_id = :contactId;

-- connections.giveOrdersOfContact
update outbox set contact_id = :toContactId where contact_id = :contactId;

-- connections.giveOrdersOfMessages
update outbox o
set message_id = pair.kept_id
from unnest(:messageIds::bigint[], :toMessageIds::bigint[]) as pair (twin_id, kept_id)
where o.message_id = pair.twin_id;

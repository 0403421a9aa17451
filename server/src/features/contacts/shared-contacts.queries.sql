-- Printed from shared-contacts.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- contacts.peopleByIds
select c.id, c.name, c.number from contacts c where c.id = any (:contactIds) and c.removed_at is null
and not c.is_group;

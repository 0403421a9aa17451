-- Printed from erase-tickets.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.dropSearchSample
delete from search_samples;

-- tickets.eraseLastWords
update tickets t
set last_message = '', version = version + 1
where t.contact_id = :contactId
  or t.last_message_id in (select m.id from messages m where m.author_contact_id = :contactId);

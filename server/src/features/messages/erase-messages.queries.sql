-- Printed from erase-messages.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.eraseReactions
delete from message_reactions r
where r.contact_id = :contactId
  or exists (
    select from messages m where m.company_id = r.company_id and m.id = r.message_id and m.contact_id = :contactId
  );

-- messages.eraseWords
with gone as (
  select m.id, m.media from messages m where m.contact_id = :contactId
  union
  select m.id, m.media from messages m where m.author_contact_id = :contactId
)
update messages m
set body = '', media = null, sealed_media_reference = null, location = null, link_preview = null,
  is_deleted = true, updated_at = :at
from gone
where m.id = gone.id
returning gone.media, m.connection_id, m.whatsapp_id;

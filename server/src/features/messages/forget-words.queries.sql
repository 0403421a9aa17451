-- Printed from forget-words.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.forgetWords
with gone as (
  select id, media from messages where ticket_id = any (:ticketIds)
)
update messages m
set body = '', media = null, sealed_media_reference = null, location = null, link_preview = null,
  is_deleted = true, updated_at = :at
from gone
where m.id = gone.id
returning gone.media;

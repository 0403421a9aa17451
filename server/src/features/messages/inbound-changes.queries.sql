-- Printed from inbound-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.markTakenBack
with writer as (
  select a.contact_id
  from unnest(:writerKinds::text[], :writerValues::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  limit 1
)
update messages as m
set is_deleted = true, refused_change = null, updated_at = :at
where m.id = :messageId and (not m.is_deleted or m.refused_change = 'deletion')
  and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

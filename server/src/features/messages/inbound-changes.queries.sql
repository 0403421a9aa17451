-- Printed from inbound-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.correctBody
with chat as (
  select a.contact_id
  from unnest($4::text[], $5::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
), writer as (
  select a.contact_id
  from unnest($6::text[], $7::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  limit 1
)
update messages as m
set body = $8, link_preview = $9::jsonb, edited_at = $10, updated_at = $11
where m.whatsapp_id = $2 and m.connection_id = $1 and m.from_me = $3
  and m.contact_id in (select contact_id from chat)
  and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
  and not m.is_deleted and (m.edited_at is null or m.edited_at < $10 or (m.edited_at = $10 and m.body <> $8))
returning m.id;

-- messages.fillPlaceholder
update messages as m
set body = $3, media_type = $4, media = $5::jsonb, sealed_media_reference = $6, is_view_once = $7,
  link_preview = $8::jsonb, updated_at = $9
where m.id = $1 and not m.is_deleted and m.body = any ($2::text[]) and m.media_type is null
returning m.id;

-- messages.markTakenBack
with writer as (
  select a.contact_id
  from unnest($2::text[], $3::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  limit 1
)
update messages as m
set is_deleted = true, refused_change = null, updated_at = $4
where m.id = $1 and (not m.is_deleted or m.refused_change = 'deletion')
  and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

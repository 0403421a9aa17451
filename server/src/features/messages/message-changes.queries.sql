-- Printed from message-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.noteRefusal
update messages as m
set refused_change = :refusedChange, updated_at = :at
where m.id = :messageId
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.setText
update messages as m
set body = :body, link_preview = null, edited_at = :editedAt, refused_change = :refusedChange, updated_at = :at
where m.id = :messageId
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.touch
update messages as m set updated_at = :at where m.id = :messageId returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- Printed from merge-messages.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.lastOfTicket
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.ticket_id = :ticketId order by m.id desc limit 1;

-- Printed from message-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.isInChat
select m.id
from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
join messages m on m.company_id = a.company_id and m.contact_id = a.contact_id
where m.whatsapp_id = :whatsappId and m.connection_id = :connectionId and m.from_me = :fromMe
limit 1;

-- messages.noteRefusal
update messages as m
set refused_change = :refusedChange, updated_at = :at
where m.id = :messageId
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.ownReaction
select r.emoji, r.user_id, r.at from message_reactions r where r.message_id = :messageId and r.contact_id is null;

-- messages.saveReaction
insert into message_reactions as r (company_id, message_id, contact_id, user_id, emoji, at)
values (current_company(), :messageId, :contactId, :userId, :emoji, :at)
on conflict (company_id, message_id, (coalesce(contact_id, 0))) do update
set emoji = excluded.emoji, user_id = excluded.user_id, at = excluded.at
where r.at < excluded.at or (r.at = excluded.at and r.emoji <> excluded.emoji);

-- messages.setText
update messages as m
set body = :body, link_preview = null, edited_at = :editedAt, refused_change = :refusedChange, updated_at = :at
where m.id = :messageId
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.takeBackReaction
update message_reactions
set emoji = :former, user_id = (select u.id from users u where u.id = :formerUserId)
where message_id = :messageId and contact_id is null and emoji = :refused and at = :refusedAt::timestamptz;

-- messages.takeBackText
update messages set body = :former, edited_at = :formerAt::timestamptz, link_preview = :formerPreview::jsonb
where id = :messageId and body = :refused and edited_at = :refusedAt::timestamptz;

-- messages.touch
update messages as m set updated_at = :at where m.id = :messageId returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

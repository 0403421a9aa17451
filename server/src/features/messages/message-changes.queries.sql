-- Printed from message-changes.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.isInChat
select m.id
from unnest($4::text[], $5::text[]) as wanted (kind, value)
join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
join messages m on m.company_id = a.company_id and m.contact_id = a.contact_id
where m.whatsapp_id = $2 and m.connection_id = $1 and m.from_me = $3
limit 1;

-- messages.noteRefusal
update messages as m
set refused_change = $2, updated_at = $3
where m.id = $1
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.ownReaction
select r.emoji, r.user_id, r.at from message_reactions r where r.message_id = $1 and r.contact_id is null;

-- messages.saveReaction
insert into message_reactions as r (company_id, message_id, contact_id, user_id, emoji, at)
values (current_company(), $1, $2, $3, $4, $5)
on conflict (company_id, message_id, (coalesce(contact_id, 0))) do update
set emoji = excluded.emoji, user_id = excluded.user_id, at = excluded.at
where r.at < excluded.at or (r.at = excluded.at and r.emoji <> excluded.emoji);

-- messages.setText
update messages as m
set body = $2, link_preview = null, edited_at = $3, refused_change = $4, updated_at = $5
where m.id = $1
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.takeBackReaction
update message_reactions
set emoji = $4, user_id = (select u.id from users u where u.id = $5)
where message_id = $1 and contact_id is null and emoji = $2 and at = $3::timestamptz;

-- messages.takeBackText
update messages set body = $4, edited_at = $5::timestamptz, link_preview = $6::jsonb
where id = $1 and body = $2 and edited_at = $3::timestamptz;

-- messages.touch
update messages as m set updated_at = $2 where m.id = $1 returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- Printed from messages.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.insert
with m as (
  insert into messages
    (company_id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
     from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once,
     location, link_preview, created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15, $16, $17, $18,
     $19::jsonb, $20::jsonb, $21, $22)
  on conflict do nothing
  returning *
)
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at, (select row_to_json(wire) from (select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange", '[]'::json as reactions, m.is_automatic as "isAutomatic", m.origin,
case when not m.from_me then (
    select o from (
      select c.id, c.name from contacts c
      where c.company_id = m.company_id
        and c.id = case when m.author_contact_id is null then m.contact_id else m.author_contact_id end
    ) o) end as contact,
case when m.user_id is not null then (
  select o from (
    select u.id, u.name from users u where u.company_id = m.company_id and u.id = m.user_id
  ) o) end as "user",
case when m.quoted_id is not null then (
    select o from (
      select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (
      select c.id, c.name from contacts c
      where c.company_id = qm.company_id
        and c.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end
    ) o) end as contact
      from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
    ) o) end as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message,
  exists (
    select from early_changes e
    where e.connection_id = m.connection_id and e.whatsapp_id = m.whatsapp_id and e.from_me = m.from_me
  ) as is_awaited
from m;

-- messages.insert together
with asked as (select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::text[], $7::uuid[], $8::text[], $9::boolean[], $10::int[], $11::boolean[], $12::text[], $13::text[], $14::bytea[], $15::bigint[], $16::boolean[], $17::text[], $18::boolean[], $19::text[], $20::text[], $21::timestamptz[], $22::timestamptz[]) with ordinality as asked (ticket, contact, author, user_of_ours, connection, id_of_whatsapp, id_of_client, words, is_ours, ticks, was_read, kind, facts, reference, quoted, automatic, comes_from, once, place, preview, at, stored_at, asker)), m as (
  insert into messages
    (company_id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
     from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once,
     location, link_preview, created_at, updated_at)
  select current_company(), asked.ticket, asked.contact, asked.author, asked.user_of_ours, asked.connection, asked.id_of_whatsapp, asked.id_of_client, asked.words, asked.is_ours, asked.ticks, asked.was_read, asked.kind, asked.facts::jsonb, asked.reference, asked.quoted, asked.automatic, asked.comes_from, asked.once,
     asked.place::jsonb, asked.preview::jsonb, asked.at, asked.stored_at
  from asked
  order by asked.asker
  on conflict do nothing
  returning *
)
select asked.asker,
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at, (select row_to_json(wire) from (select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange", '[]'::json as reactions, m.is_automatic as "isAutomatic", m.origin,
case when not m.from_me then (
    select o from (
      select c.id, c.name from contacts c
      where c.company_id = m.company_id
        and c.id = case when m.author_contact_id is null then m.contact_id else m.author_contact_id end
    ) o) end as contact,
case when m.user_id is not null then (
  select o from (
    select u.id, u.name from users u where u.company_id = m.company_id and u.id = m.user_id
  ) o) end as "user",
case when m.quoted_id is not null then (
    select o from (
      select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (
      select c.id, c.name from contacts c
      where c.company_id = qm.company_id
        and c.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end
    ) o) end as contact
      from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
    ) o) end as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message,
  exists (
    select from early_changes e
    where e.connection_id = m.connection_id and e.whatsapp_id = m.whatsapp_id and e.from_me = m.from_me
  ) as is_awaited from asked join m on m.ticket_id = asked.ticket;

-- messages.lock
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.id = $1 for no key update;

-- messages.lockTickets
select t.id from tickets t
where t.id in (select m.ticket_id from messages m where m.id = any ($1))
order by t.id
for no key update;

-- messages.markDeleted
update messages as m
set is_deleted = true, refused_change = null, updated_at = $2
where m.id = $1 and (not m.is_deleted or m.refused_change = 'deletion')
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.markRead
update messages as m
set is_read = true, updated_at = $2
where m.ticket_id = $1 and not m.from_me and not m.is_read
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.mediaOfTicket
select m.media from messages m where m.ticket_id = $1 and m.media is not null;

-- messages.byClientId
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.client_id = $1;

-- messages.byId
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.id = $1;

-- messages.inChat
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m
where m.whatsapp_id = $2 and m.contact_id = $1 and m.from_me = $3
  and coalesce(m.author_contact_id, 0) = coalesce($4::int, 0);

-- messages.inChat together
select asked.asker, found.*
from unnest($1::int[], $2::text[], $3::boolean[], $4::int[]) with ordinality as asked (contact, wanted_id, is_ours, author, asker)
cross join lateral (
  select * from (
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m
where m.whatsapp_id = asked.wanted_id and m.contact_id = asked.contact and m.from_me = asked.is_ours
  and coalesce(m.author_contact_id, 0) = coalesce(asked.author::int, 0)
  ) found offset 0
) found;

-- messages.inChatOf
with holders as (
  select a.contact_id
  from unnest($4::text[], $5::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
)
select m.id, m.ticket_id from messages m
where m.whatsapp_id = any ($2) and m.connection_id = $1 and m.from_me = $3
  and m.contact_id in (select contact_id from holders)
order by m.id;

-- messages.tickedOf
with holders as (
  select a.contact_id
  from unnest($4::text[], $5::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
)
select m.id, m.ticket_id from messages m
where m.whatsapp_id = any ($2) and m.connection_id = $1 and m.from_me = $3
  and (m.contact_id in (select contact_id from holders) or not exists (select from holders))
order by m.id;

-- messages.quotedInChat
select m.id from messages m where m.whatsapp_id = $2 and m.contact_id = $1 order by m.id desc limit 1;

-- messages.raiseAck
update messages as m
set ack = $2, failure = null, updated_at = $3,
  sent_at = case when m.sent_at is null then $3 else m.sent_at end,
  delivered_at = case when $2 >= 2 and m.delivered_at is null then $3 else m.delivered_at end,
  read_at = case when $2 >= 3 and m.read_at is null then $3 else m.read_at end,
  played_at = case when $2 >= 4 and m.played_at is null then $3 else m.played_at end
where m.id = any ($1) and m.ack < $2
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.sendOver
update messages set connection_id = $2 where id = any ($1);

-- messages.setFailure
update messages as m
set failure = $2, updated_at = $3
where m.id = $1 and m.ack = 0
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.setMedia
update messages as m set media = $2::jsonb, media_type = $3, updated_at = $4 where m.id = $1 returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.setMediaReference
update messages set sealed_media_reference = $2 where id = $1;

-- messages.unsentOverConnection
select m.id, o.state = 'sending' as has_begun
from outbox o
join messages m on m.company_id = o.company_id and m.id = o.message_id
where o.connection_id = $1 and o.kind = 'message' and o.state in ('waiting', 'sending') and m.ack = 0
order by m.id;

-- messages.wireById
select (select row_to_json(wire) from (select
m.id, m.ticket_id as "ticketId", m.client_id as "clientId",
case when m.is_deleted then '' else m.body end as body,
m.from_me as "fromMe", m.ack, m.failure, m.is_read as read, m.media_type as "mediaType",
null as "mediaUrl", case when not m.is_deleted then m.media end as media,
m.is_deleted as "isDeleted", m.edited_at is not null as "isEdited", m.is_view_once as "isViewOnce",
case when not m.is_deleted then m.link_preview end as "linkPreview", m.refused_change as "refusedChange", (
    select coalesce(json_agg(reaction), '[]') from (
      select r.emoji, r.contact_id is null as "fromMe",
        case when rc.id is not null then (select o from (select rc.id, rc.name) o) end as contact,
        case when ru.id is not null then (select o from (select ru.id, ru.name) o) end as "user",
        wire_time(r.at) as "createdAt"
      from message_reactions r
      left join contacts rc on rc.company_id = r.company_id and rc.id = r.contact_id
      left join users ru on ru.company_id = r.company_id and ru.id = r.user_id
      where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '' and not m.is_deleted
      order by r.at, r.id) reaction
  ) as reactions, m.is_automatic as "isAutomatic", m.origin,
case when not m.from_me then (
    select o from (
      select c.id, c.name from contacts c
      where c.company_id = m.company_id
        and c.id = case when m.author_contact_id is null then m.contact_id else m.author_contact_id end
    ) o) end as contact,
case when m.user_id is not null then (
  select o from (
    select u.id, u.name from users u where u.company_id = m.company_id and u.id = m.user_id
  ) o) end as "user",
case when m.quoted_id is not null then (
    select o from (
      select qm.id, qm.client_id as "clientId", case when qm.is_deleted then '' else qm.body end as body,
        qm.from_me as "fromMe", qm.media_type as "mediaType", case when not qm.is_deleted then qm.media end as media,
        qm.is_deleted as "isDeleted", case when not qm.from_me then (
    select o from (
      select c.id, c.name from contacts c
      where c.company_id = qm.company_id
        and c.id = case when qm.author_contact_id is null then qm.contact_id else qm.author_contact_id end
    ) o) end as contact
      from messages qm where qm.company_id = m.company_id and qm.id = m.quoted_id
    ) o) end as "quotedMsg",
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message from messages m where m.id = $1;

-- Printed from messages.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.insert
with m as (
  insert into messages
    (company_id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
     from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once,
     location, link_preview, created_at, updated_at)
  values (current_company(), :ticketId, :contactId, :authorContactId, :userId, :connectionId, :whatsappId,
:clientId, :body, :fromMe, :ack, :isRead, :mediaType, :media::jsonb, :sealedMediaReference, :quotedId, :isAutomatic,
:origin, :isViewOnce,
     :location::jsonb, :linkPreview::jsonb, :createdAt, :now)
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
with asked as (select * from unnest(:ticketId::int[], :contactId::int[], :authorContactId::int[], :userId::int[], :connectionId::int[], :whatsappId::text[], :clientId::uuid[], :body::text[], :fromMe::boolean[], :ack::int[], :isRead::boolean[], :mediaType::text[], :media::text[], :sealedMediaReference::bytea[], :quotedId::bigint[], :isAutomatic::boolean[], :origin::text[], :isViewOnce::boolean[], :location::text[], :linkPreview::text[], :createdAt::timestamptz[], :now::timestamptz[]) with ordinality as asked ("ticketId", "contactId", "authorContactId", "userId", "connectionId", "whatsappId", "clientId", "body", "fromMe", "ack", "isRead", "mediaType", "media", "sealedMediaReference", "quotedId", "isAutomatic", "origin", "isViewOnce", "location", "linkPreview", "createdAt", "now", asker)), m as (
  insert into messages
    (company_id, ticket_id, contact_id, author_contact_id, user_id, connection_id, whatsapp_id, client_id, body,
     from_me, ack, is_read, media_type, media, sealed_media_reference, quoted_id, is_automatic, origin, is_view_once,
     location, link_preview, created_at, updated_at)
  select current_company(), asked."ticketId", asked."contactId", asked."authorContactId", asked."userId", asked."connectionId", asked."whatsappId",
asked."clientId", asked."body", asked."fromMe", asked."ack", asked."isRead", asked."mediaType", asked."media"::jsonb, asked."sealedMediaReference", asked."quotedId", asked."isAutomatic",
asked."origin", asked."isViewOnce",
     asked."location"::jsonb, asked."linkPreview"::jsonb, asked."createdAt", asked."now"
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
  ) as is_awaited from asked join m on m.ticket_id = asked."ticketId";

-- messages.lock
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.id = :messageId for no key update;

-- messages.markDeleted
update messages as m
set is_deleted = true, refused_change = null, updated_at = :at
where m.id = :messageId and (not m.is_deleted or m.refused_change = 'deletion')
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.markRead
update messages as m
set is_read = true, updated_at = :at
where m.ticket_id = :ticketId and not m.from_me and not m.is_read
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.byClientId
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.client_id = :clientId;

-- messages.byId
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m where m.id = :messageId;

-- messages.inChat
select
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at from messages m
where m.whatsapp_id = :whatsappId and m.contact_id = :contactId and m.from_me = :fromMe
  and coalesce(m.author_contact_id, 0) = coalesce(:authorContactId::int, 0);

-- messages.inChatOf
with holders as (
  select a.contact_id
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
)
select m.id, m.ticket_id from messages m
where m.whatsapp_id = any (:whatsappIds) and m.connection_id = :connectionId and m.from_me = :fromMe
  and m.contact_id in (select contact_id from holders)
order by m.id;

-- messages.tickedOf
with holders as (
  select a.contact_id
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
)
select m.id, m.ticket_id from messages m
where m.whatsapp_id = any (:whatsappIds) and m.connection_id = :connectionId and m.from_me = :fromMe
  and (m.contact_id in (select contact_id from holders) or not exists (select from holders))
order by m.id;

-- messages.raiseAck
update messages as m
set ack = :ack, failure = null, updated_at = :at,
  sent_at = case when m.sent_at is null then :at else m.sent_at end,
  delivered_at = case when :ack >= 2 and m.delivered_at is null then :at else m.delivered_at end,
  read_at = case when :ack >= 3 and m.read_at is null then :at else m.read_at end,
  played_at = case when :ack >= 4 and m.played_at is null then :at else m.played_at end
where m.id = any (:messageIds) and m.ack < :ack
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.setFailure
update messages as m
set failure = :failure, updated_at = :at
where m.id = :messageId and m.ack = 0
returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

-- messages.setMedia
update messages as m set media = :media::jsonb, media_type = :mediaType, updated_at = :at where m.id = :messageId
  returning
m.id, m.ticket_id, m.contact_id, m.author_contact_id, m.connection_id, m.whatsapp_id, m.client_id, m.body, m.from_me,
m.ack, m.failure, m.media_type, m.media, m.sealed_media_reference, m.quoted_id, m.is_deleted, m.edited_at,
m.location, m.link_preview, m.created_at;

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
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message from messages m where m.id = :messageId;

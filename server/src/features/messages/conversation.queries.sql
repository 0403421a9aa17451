-- Printed from conversation.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.conversationAfter
select page.message::text as message, page.needs_links
from (
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
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message, m.media is not null or m.quoted_id is not null as needs_links
  from (
  select m.* from messages m
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and (
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null))) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))) and m.id > :after
  order by m.id
  limit :limit) m
  order by m.id asc
) page;

-- messages.conversationBefore
select page.message::text as message, page.needs_links
from (
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
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message, m.media is not null or m.quoted_id is not null as needs_links
  from (
  select m.* from messages m
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and (
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null))) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int))) and m.id < :before
  order by m.id desc
  limit :limit) m
  order by m.id desc
) page;

-- messages.conversationPage
select page.message::text as message, page.needs_links
from (
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
wire_time(m.created_at) as "createdAt", wire_time(m.updated_at) as "updatedAt") wire) as message, m.media is not null or m.quoted_id is not null as needs_links
  from (
  select m.* from messages m
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId) and (
(:isAdmin::boolean
  or (t.status = 'open' and t.user_id = :userId::int)
  or t.queue_id = any (:queueIds::int[])
  or (:allTicket::boolean and (t.status = 'pending' or t.queue_id is null))) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open'
      and own.user_id = :userId::int)))
  order by m.id desc
  limit :limit offset :offset) m
  order by m.id desc
) page;

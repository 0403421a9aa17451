-- Printed from search-conversation.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.withWords
with pattern as materialized (
  select '%' || regexp_replace(plain_text(:words), '([\\%_])', '\\\1', 'g') || '%' as words
),
numbered as (
  select m.id, m.ticket_id, m.is_deleted, m.body_plain, row_number() over newest as place,
    sum(octet_length(m.body_plain)) over newest - octet_length(m.body_plain) as bytes_before
  from messages m
  where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
    and (:before::bigint is null or m.id < :before)
  window newest as (order by m.id desc rows unbounded preceding)
  limit :reads + 1
),
bounded as (
  select n.*, n.place <= :reads and n.bytes_before < :bytes as is_read from numbered n
),
walked as materialized (
  select b.id, b.ticket_id, b.is_read,
    case when b.is_read and not b.is_deleted then b.body_plain like (select words from pattern) else false end as has_words
  from bounded b
),
found as (
  select w.id from walked w
  join tickets t on t.id = w.ticket_id
  where w.has_words and (
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
  order by w.id desc
  limit :finds
)
select (select coalesce(json_agg(f.id order by f.id desc), '[]') from found f) as found,
  (select min(w.id) filter (where w.is_read) from walked w having bool_or(not w.is_read)) as next;

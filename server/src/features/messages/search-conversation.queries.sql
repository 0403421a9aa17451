-- Printed from search-conversation.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- messages.withWords
with pattern as materialized (
  select '%' || regexp_replace(plain_text($6), '([\\%_])', '\\\1', 'g') || '%' as words
),
walked as materialized (
  select m.id, m.ticket_id, not m.is_deleted and m.body_plain like (select words from pattern) as has_words
  from messages m
  where m.contact_id = (select o.contact_id from tickets o where o.id = $5)
    and ($7::bigint is null or m.id < $7)
  order by m.id desc
  limit $8
),
found as (
  select w.id from walked w
  join tickets t on t.id = w.ticket_id
  where w.has_words and (
($1::boolean
  or (t.status = 'open' and t.user_id = $2::int)
  or t.queue_id = any ($3::int[])
  or ($4::boolean and (t.status = 'pending' or t.queue_id is null))) or
(t.status = 'closed'
  and exists (select from settings s where s.key = 'contactHistory' and s.value = 'enabled')
  and exists (
    select from tickets own
    where own.company_id = t.company_id and own.contact_id = t.contact_id and own.status = 'open' and own.user_id = $2::int)))
  order by w.id desc
  limit $9
)
select (select coalesce(json_agg(f.id order by f.id desc), '[]') from found f) as found,
  (select count(*)::int from walked) as read, (select min(w.id) from walked w) as oldest;

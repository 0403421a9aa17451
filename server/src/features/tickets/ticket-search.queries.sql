-- Printed from ticket-search.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.drawSearchSample
with span as (select min(id) as low, max(id) as high from tickets),
drawn as (
  select p.chance, t.id
  from unnest($1::float8[]) as p (chance)
  cross join span
  cross join lateral (
    select t.id from tickets t where t.id >= span.low + floor(p.chance * (span.high - span.low + 1))::int
    order by t.id limit 1
  ) t
)
insert into search_samples as s (company_id, words, drawn_at)
select current_company(), coalesce(array_agg(m.body_plain), '{}'), $2
from drawn d
cross join lateral (
  select m.body_plain from messages m
  where m.ticket_id = d.id
  order by m.id desc
  limit 1
  offset floor((d.chance * 1000000)::numeric % 1 * (
    select count(*) from (select from messages o where o.ticket_id = d.id limit 40) newest))::int
) m
on conflict (company_id) do update set words = excluded.words, drawn_at = excluded.drawn_at;

-- tickets.searchSample
select s.drawn_at, cardinality(s.words) as size from search_samples s;

-- tickets.found
select
jsonb_build_object(
  'id', t.id, 'uuid', t.uuid, 'status', t.status, 'companyId', t.company_id,
  'userId', t.user_id,
  'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
  'queueId', t.queue_id,
  'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
  'whatsappId', t.connection_id,
  'whatsapp', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end,
  'contactId', t.contact_id,
  'contact', jsonb_build_object(
    'id', c.id, 'name', c.name, 'number', c.number, 'email', c.email, 'pictureKey', c.picture_key,
    'isGroup', c.is_group, 'extraInfo', c.extra_info),
  'tags', (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name), '[]')
    from ticket_tags tt
    join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
    where tt.company_id = t.company_id and tt.ticket_id = t.id),
  'lastMessage', t.last_message, 'lastMessageFromMe', t.last_message_from_me, 'lastMessageAck', t.last_message_ack,
  'lastMessageFailed', t.last_message_failed,
  'waitingSince', wire_time(t.waiting_since),
  'unreadMessages', t.unread, 'isGroup', t.is_group, 'chatbot', t.chatbot,
  'useIntegration', t.use_integration, 'promptId', t.prompt_id, 'integrationId', t.integration_id,
  'createdAt', wire_time(t.created_at), 'updatedAt', wire_time(t.last_at), 'version', t.version
) as ticket, m.id as message_id, m.body
from search_tickets(
  $15, $16, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $17, $18
) f
join tickets t on t.id = f.ticket_id
left join messages m on m.company_id = t.company_id and m.id = f.message_id
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
order by t.last_at desc, t.id desc;

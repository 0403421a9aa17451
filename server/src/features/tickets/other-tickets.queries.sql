-- Printed from other-tickets.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.othersOfContact
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
) as ticket
from (
  select t.* from tickets t
  where t.contact_id = $5 and t.id <> $6 and
($1::boolean
  or (t.status = 'open' and t.user_id = $2::int)
  or t.queue_id = any ($3::int[])
  or (t.queue_id is null and $4::boolean))
  order by t.last_at desc, t.id desc
  limit $7 offset $8
) t
join contacts c on c.company_id = t.company_id and c.id = t.contact_id
left join queues q on q.company_id = t.company_id and q.id = t.queue_id
left join users u on u.company_id = t.company_id and u.id = t.user_id
left join connections w on w.company_id = t.company_id and w.id = t.connection_id
order by t.last_at desc, t.id desc;

-- Printed from merge-tickets.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.lockMergedFrom
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from ticket_merges g
join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
where g.ticket_id = :goneId
for no key update of t;

-- tickets.lockOfContacts
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.id in (
  select own.id from tickets own where own.contact_id in (:keptId, :goneId)
  union
  select m.ticket_id
  from messages m
  join messages twin on twin.company_id = m.company_id and twin.whatsapp_id = m.whatsapp_id
    and twin.contact_id = m.contact_id and twin.from_me = m.from_me and twin.author_contact_id = :keptId
  where m.author_contact_id = :goneId
)
order by t.id
for no key update of t;

-- tickets.mergedFrom
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from ticket_merges g
join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
where g.ticket_id = :goneId;

-- tickets.mergedFromUuid
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from ticket_merges g
join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
where g.uuid = :uuid;

-- Printed from merge-tickets.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.absorb
update tickets kept
set queue_id = coalesce(kept.queue_id, gone.queue_id), connection_id = coalesce(kept.connection_id, gone.connection_id),
  waiting_since = least(kept.waiting_since, gone.waiting_since), last_at = greatest(kept.last_at, gone.last_at),
  version = greatest(kept.version, gone.version) + 1
from tickets gone
where kept.id = :keptId and gone.id = :goneId and gone.company_id = kept.company_id;

-- tickets.giveTo
update tickets set contact_id = :keptId, version = version + 1 where contact_id = :goneId;

-- tickets.keepWayTo
with led_before as (
  update ticket_merges set into_ticket_id = :keptId where into_ticket_id = :goneId
)
insert into ticket_merges (company_id, ticket_id, uuid, into_ticket_id)
select t.company_id, t.id, t.uuid, :keptId from tickets t where t.id = :goneId;

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

-- tickets.moveEvents
update ticket_events set ticket_id = :keptId where ticket_id = :goneId;

-- tickets.saveStanding
update tickets
set last_message_id = :lastMessageId, last_message = :preview, last_message_from_me = :fromMe,
  last_message_ack = :ack,
  last_message_failed = :hasFailed, unread = :unread,
  waiting_since = case when :fromMe then null else waiting_since end, version = version + 1
where id = :ticketId;

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

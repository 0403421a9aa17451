-- Printed from history-ticket.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- tickets.historyOf
select
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version from tickets t
where t.contact_id = :contactId and t.is_history and t.status = 'closed'
order by t.id
limit 1
for no key update;

-- tickets.insertHistory
insert into tickets as t
  (company_id, uuid, contact_id, connection_id, queue_id, status, is_group, is_history, created_at, last_at)
values (current_company(), :uuid, :contactId, :connectionId, :queueId, 'closed', :isGroup, true, :at, :at)
returning
t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
t.use_integration, t.prompt_id, t.integration_id, t.version;

-- A schedule is sent when WhatsApp's server has its message. From its moment until then it is 'SAINDO' (decision 0097).
alter table schedules
  drop constraint schedules_status_check,
  add constraint schedules_status_check check (status in ('PENDENTE', 'SAINDO', 'ENVIADA', 'ERRO')),
  -- When its message was stored and ordered, or ordered again.
  add column handed_at timestamptz;
create index schedules_leaving on schedules (handed_at) where status = 'SAINDO';

-- Messages that were called sent and still wait. Over all companies, so row security stands aside for the owner of the
-- tables.
alter table schedules no force row level security;
alter table messages no force row level security;
update schedules s set status = 'SAINDO', handed_at = s.sent_at, sent_at = null
from messages m
where s.status = 'ENVIADA' and m.company_id = s.company_id and m.id = s.message_id
  and m.ack = 0 and m.failure is null and not m.is_deleted;
alter table messages force row level security;
alter table schedules force row level security;

-- Printed from outbox.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- connections.acknowledgeInOutbox
update outbox o set state = 'sent'
where o.message_id = :messageId and o.kind = 'message' and o.state <> 'sent'
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.claimHeads
update outbox o set state = 'sending', begun_at = case when o.begun_at is null then :now else o.begun_at end
from (
  select head.id, head.has_file, head.begun_at is null as is_first_try,
    row_number() over (partition by head.has_file order by head.priority, head.id) as place
  from (
    select distinct on (t.contact_id) t.id, t.state, t.priority, t.has_file, t.next_attempt_at, t.begun_at
    from outbox t
    where t.connection_id = :connectionId and t.state in ('waiting', 'sending')
      and t.contact_id <> all (:busyContactIds::int[])
    order by t.contact_id, t.state = 'sending' desc, t.priority, t.id
  ) as head
  where head.state = 'waiting' and head.next_attempt_at <= :now
) as due
where o.id = due.id and due.place <= case when due.has_file then :uploadLimit::int else :plainLimit::int end
returning o.id, o.contact_id, o.kind, o.message_id, o.change_id, o.payload, o.has_file, o.attempts,
  due.is_first_try;

-- connections.failInOutbox
update outbox o set state = 'failed'
where o.message_id = :messageId and o.kind = 'message' and o.state in ('waiting', 'sending')
returning o.id, o.connection_id, exists (
  select from outbox n
  where n.connection_id = o.connection_id and n.contact_id = o.contact_id and n.state = 'waiting' and n.id <> o.id
) as has_next;

-- connections.failOrder
update outbox set state = 'failed' where id = :orderId and state = 'sending';

-- connections.finishOrder
update outbox set state = 'sent' where id = :orderId and state = 'sending';

-- connections.hasUnreadSince
select exists (
  select from inbound_events
  where connection_id = :connectionId and done_at is null and dead_because is null and received_at < :receivedBefore
) as has_unread;

-- connections.hastenOrder
update outbox set next_attempt_at = least(next_attempt_at, :at)
where message_id = :messageId and kind = 'message' and state in ('waiting', 'sending')
returning connection_id;

-- connections.insertIntoOutbox
insert into outbox (company_id, connection_id, contact_id, kind, message_id, change_id, payload, priority,
  has_file, next_attempt_at, created_at)
values (current_company(), :connectionId, :contactId, :kind, :messageId, :changeId, :payload::jsonb, :priority,
  :kind = 'message' and exists (select from messages m where m.id = :messageId and m.media is not null), :notBefore,
    :at);

-- connections.moveWaitingInOutbox
update outbox set connection_id = :to where connection_id = :from and state = 'waiting' and kind = 'message';

-- connections.postponeOrder
update outbox set state = 'waiting', attempts = :attempts, next_attempt_at = :nextAttemptAt where id = :orderId
and state = 'sending';

-- connections.purgeOrders
delete from outbox t
using (
  select company_id, id from outbox where state = 'sent' and created_at < :before limit :limit
) as old
where t.company_id = old.company_id and t.id = old.id;

-- connections.putBackOrder
update outbox set state = 'waiting', begun_at = null, next_attempt_at = :nextAttemptAt where id = :orderId
and state = 'sending';

-- connections.resumeOrders
update outbox
set state = 'waiting', next_attempt_at = case when state = 'sending' then :againAt else least(next_attempt_at, :now)
  end
where connection_id = :connectionId and state in ('waiting', 'sending') and id <> all (:busyOrderIds::bigint[]);

-- connections.waitAgainInOutbox
update outbox
set state = 'waiting', attempts = 0, next_attempt_at = :at, connection_id = coalesce(:over::int, connection_id)
where message_id = :messageId and kind = 'message' and state = 'failed'
returning connection_id;

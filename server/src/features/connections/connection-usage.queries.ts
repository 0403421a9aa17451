import type { ConnectionId } from '@balcao/domain/ids'
import { liveTicketStatuses, ownedTicketStatuses } from '@balcao/domain/tickets'
import { sqlTextList, statement } from '../../platform/database/statement'

export interface ConnectionUsageRow {
  waiting_tickets: number
  open_tickets: number
  unsent_messages: number
  schedules: number
  campaigns: number
  webhooks: number
  users: number
  has_token: boolean
  successor: { id: ConnectionId; name: string } | null
}

/**
 * Counts what uses the connection, to confirm its deletion. Closed tickets are not counted: there may be a million, and
 * the deletion does not change their history.
 */
export const usageOfConnection = statement<{ connectionId: ConnectionId }, ConnectionUsageRow>(
  'connections.usage',
  `
  select t.waiting_tickets, t.open_tickets, w.token_hash is not null as has_token,
    (
      select count(*)::int from outbox o
      where o.connection_id = w.id and o.kind = 'message' and o.state in ('waiting', 'sending')
    ) as unsent_messages,
    (select count(*)::int from schedules s where s.connection_id = w.id and s.status = 'PENDENTE') as schedules,
    (
      select count(*)::int from campaigns c
      where c.connection_id = w.id and c.status in ('EM_ANDAMENTO', 'PROGRAMADA')
    ) as campaigns,
    (select count(*)::int from webhooks h where h.connection_id = w.id) as webhooks,
    (select count(*)::int from users u where u.default_connection_id = w.id) as users,
    (
      select json_build_object('id', n.id, 'name', n.name) from connections n
      where n.id <> w.id
      order by n.is_default desc, n.id
      limit 1
    ) as successor
  from connections w
  cross join lateral (
    select count(*) filter (where status = 'pending')::int as waiting_tickets,
      count(*) filter (where status in (${sqlTextList(ownedTicketStatuses)}))::int as open_tickets
    from tickets
    where connection_id = w.id and status in (${sqlTextList(liveTicketStatuses)})
  ) t
  where w.id = :connectionId
  `,
)

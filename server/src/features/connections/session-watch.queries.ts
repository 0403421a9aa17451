import type { ConnectionStatus, DisconnectionCause } from '@balcao/domain/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export interface ImportedSessionHealthRow {
  id: ConnectionId
  status: ConnectionStatus
  cause: DisconnectionCause | null
  status_since: Date
  /** Whether the company is active. No session of an inactive company runs. */
  is_open: boolean
  /** How many messages of others have arrived after message `afterId`. */
  arrived: number
  /** How many of the arrived messages still lack their content. */
  unread: number
}

/** The health of imported sessions. Counts only messages after `afterId`, which are few in the first minutes. */
export const healthOfImportedSessions = statement<
  { ids: readonly ConnectionId[]; afterId: number; placeholders: readonly string[] },
  ImportedSessionHealthRow
>(
  'connections.healthOfImportedSessions',
  `
  select w.id, w.status, w.cause, w.status_since, c.is_active as is_open, coalesce(n.arrived, 0) as arrived,
    coalesce(n.unread, 0) as unread
  from connections w
  join companies c on c.id = w.company_id
  left join (
    select m.connection_id, count(*) as arrived,
      count(*) filter (where m.body = any (:placeholders::text[]) and m.media_type is null) as unread
    from messages m
    where m.id > :afterId and not m.from_me
    group by m.connection_id
  ) n on n.connection_id = w.id
  where w.id = any (:ids::int[]) order by w.id
  `,
)

export const newestMessageId = statement<NoParams, { id: number }>(
  'connections.newestMessageId',
  `select coalesce(max(id), 0) as id from messages`,
)

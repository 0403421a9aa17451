import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const officialConnectionsWithEvent = statement<
  { key: string },
  { company_id: CompanyId; connection_id: ConnectionId }
>(
  'admin.connectionsWithEvent',
  `
  select n.company_id, n.connection_id
  from official_numbers n
  join inbound_events e on e.company_id = n.company_id and e.connection_id = n.connection_id and e.key = :key
  order by n.company_id, n.connection_id
  `,
)

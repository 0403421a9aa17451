import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { genericQueryPlanColumnsSql, type NoParams, statement } from '../../platform/database/statement'
import type { DesiredState } from './connections.queries'

/** A connection that a sessions process may have to open or change, and its lease holder. */
export interface DesiredStateRow {
  company_id: CompanyId
  id: ConnectionId
  provider: string
  desired_state: DesiredState
  desired_version: number
  brings_history: boolean
  is_asleep: boolean
  /** The connection's company is inactive, so no session runs in any desired state. */
  is_switched_off: boolean
  /** A person may be waiting for a code to scan: the connection has no linked number, or an admin wants a new code. */
  is_linking: boolean
  holder: string | null
  expires_at: Date | null
  last_traffic_at: Date | null
}

/**
 * Runs across all companies: reads each connection's desired state and lease, when the process starts and in each
 * periodic poll. `is_asleep`: no link to WhatsApp is open or requested.
 */
export const desiredStatesOfConnections = statement<NoParams, DesiredStateRow>(
  'connections.desired',
  `
  select w.company_id, w.id, w.provider, w.desired_state, w.desired_version, w.brings_history, l.holder, l.expires_at,
    w.last_traffic_at,
    not c.is_active as is_switched_off,
    w.number is null or w.desired_state = 'new-qr' as is_linking,
    case w.desired_state
      when 'link' then w.status = 'DISCONNECTED'
      when 'log-out' then w.cause is not distinct from 'stopped'
      else false
    end as is_asleep
  from connections w
  join companies c on c.id = w.company_id
  left join connection_leases l on l.company_id = w.company_id and l.connection_id = w.id
  order by w.company_id, w.id
  `,
)

/** Takes a lease that is free or expired. The token rises each time, which fences off the former holder. */
export const takeLease = statement<
  { connectionId: ConnectionId; holder: string; now: Date; expiresAt: Date },
  { token: number }
>(
  'connections.takeLease',
  `
  insert into connection_leases as l (company_id, connection_id, holder, token, expires_at)
  values (current_company(), :connectionId, :holder, 1, :expiresAt)
  on conflict (company_id, connection_id) do update
  set holder = excluded.holder, token = l.token + 1, expires_at = excluded.expires_at
  where l.expires_at <= :now
  returning token
  `,
)

/** Locks the rows in order of id, so that no two transactions that lock several leases deadlock. */
export const extendLeases = statement<
  { holder: string; connectionIds: readonly ConnectionId[]; tokens: readonly number[]; expiresAt: Date },
  { connection_id: ConnectionId }
>(
  'connections.extendLeases',
  `
  update connection_leases l set expires_at = :expiresAt
  from (
    select o.company_id, o.connection_id
    from connection_leases o
    join unnest(:connectionIds::int[], :tokens::bigint[]) as held (connection_id, token)
      on held.connection_id = o.connection_id and held.token = o.token
    where o.holder = :holder
    order by o.connection_id
    for no key update of o
  ) as ours
  where l.company_id = ours.company_id and l.connection_id = ours.connection_id
  returning l.connection_id
  `,
)

/** Ends a lease. The row stays, so that the token continues to rise. */
export const endLease = statement<{ connectionId: ConnectionId; token: number; now: Date }>(
  'connections.endLease',
  `update connection_leases set expires_at = :now where connection_id = :connectionId and token = :token`,
)

/** Runs across all companies: ends the leases of processes that have died. */
export const endLeasesOfDeadNodes = statement<{ now: Date }>(
  'connections.endLeasesOfDeadNodes',
  `
  update connection_leases set expires_at = :now
  where expires_at > :now and holder not in (select id::text from living_nodes)
  `,
)

/** Locks the lease, if this process still holds it. A takeover by another process waits until the transaction ends. */
export const lockHeldLease = statement<{ connectionId: ConnectionId; token: number }, { token: number }>(
  'connections.lockHeldLease',
  `select token, ${genericQueryPlanColumnsSql} from connection_leases where connection_id = :connectionId and token = :token for share`,
)

/** Checks the lease with the commit, which fails with `leaseLostCode` without it (functions/require-lease.sql). */
export const requireHeldLease = statement<{ connectionId: ConnectionId; token: number }>(
  'connections.requireLease',
  `select ${genericQueryPlanColumnsSql}, require_lease(:connectionId, :token)`,
)

export const leaseLostCode = 'BL001'

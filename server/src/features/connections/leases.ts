import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { LeaseLost } from '@balcao/whatsapp/ports'
import type { CompanyWork } from '../../platform/work'
import {
  endLease,
  extendLeases,
  leaseLostCode,
  lockHeldLease,
  requireHeldLease,
  takeLease,
} from './leases.queries'

/** The right to run one linked number, until it expires and another process takes it. */
export interface Lease {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly token: number
}

/** Longer than three renewal intervals, so that one slow moment of the database loses no lease. */
export const leaseLifetimeMs = 15_000

/** Takes the lease when it is free or expired; null when another process holds it. */
export async function acquireLease(
  work: CompanyWork,
  connectionId: ConnectionId,
  holder: string,
): Promise<Lease | null> {
  const taken = await work.db.row(takeLease, {
    connectionId,
    holder,
    now: work.now,
    expiresAt: expiryOf(work),
  })
  return taken && { companyId: work.companyId, connectionId, token: taken.token }
}

/** Extends leases of the current company. Returns those that this process still holds. */
export async function renewLeases(
  work: CompanyWork,
  holder: string,
  leases: readonly Lease[],
): Promise<ReadonlySet<ConnectionId>> {
  const ids = leases.map(({ connectionId }) => connectionId)
  const tokens = leases.map(({ token }) => token)
  const renewed = await work.db.rows(extendLeases, {
    holder,
    connectionIds: ids,
    tokens,
    expiresAt: expiryOf(work),
  })
  return new Set(renewed.map(({ connection_id }) => connection_id))
}

/** Frees the lease for other processes at once. Does nothing when another has taken it. */
export async function releaseLease(work: CompanyWork, lease: Lease): Promise<void> {
  await work.db.run(endLease, { connectionId: lease.connectionId, token: lease.token, now: work.now })
}

/** Locks the lease until the transaction ends. Throws LeaseLost after a takeover: the old owner must not write. */
export async function lockLeaseOrThrow(work: Pick<CompanyWork, 'db'>, lease: Lease): Promise<void> {
  const held = await work.db.row(lockHeldLease, { connectionId: lease.connectionId, token: lease.token })
  if (held === null) throw new LeaseLost(`connection ${lease.connectionId} has another owner`)
}

/** Like `lockLeaseOrThrow`, but runs with the commit, which fails without the lease; see `toLeaseLostError`. */
export function requireLease(work: Pick<CompanyWork, 'db'>, lease: Lease): void {
  work.db.send(requireHeldLease, { connectionId: lease.connectionId, token: lease.token })
}

/** Returns LeaseLost for the error of a transaction that `requireLease` failed, and any other error unchanged. */
export function toLeaseLostError(error: unknown): unknown {
  const isLost = error instanceof Error && 'code' in error && error.code === leaseLostCode
  return isLost ? new LeaseLost(error.message, { cause: error }) : error
}

function expiryOf({ now }: Pick<CompanyWork, 'now'>): Date {
  return new Date(now.getTime() + leaseLifetimeMs)
}

import type { ConnectionId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionToRead } from './connections.access'
import { acquireLease, type Lease, lockLeaseOrThrow, releaseLease } from './leases'
import { loadSessionKeys } from './session-keys'
import { finishWhatsappLogOut } from './session-report'

/** A session that moves to another product. Its lease keeps other processes from running it or changing its keys. */
export interface SessionToHandOver {
  readonly lease: Lease
  readonly desiredVersion: number
  readonly name: string
}

export type SessionHandOverProblem = 'notOffered' | 'notPaused' | 'noSession' | 'stillRunning'

/**
 * Takes the lease of a paused connection if it is linked to a phone; `isLinked` reads that from its stored credentials.
 */
export async function beginSessionHandOver(
  work: CompanyWork,
  connectionId: ConnectionId,
  holder: string,
  { dataKeys, isLinked }: { readonly dataKeys: DataKeys; readonly isLinked: (creds: string) => boolean },
): Promise<SessionToHandOver | SessionHandOverProblem> {
  const connection = await connectionToRead(work, connectionId)
  if (capabilitiesOf(connection.provider).joinsBy !== 'code') return 'notOffered'
  const isPaused = connection.status === 'DISCONNECTED' && connection.cause === 'stopped'
  if (!isPaused || connection.desired_state !== 'link') return 'notPaused'
  const creds = (await loadSessionKeys(work, dataKeys, connectionId, 'creds', ['creds'])).get('creds')
  if (creds === undefined || !isLinked(creds)) return 'noSession'
  const lease = await acquireLease(work, connectionId, holder)
  if (lease === null) return 'stillRunning'
  return { lease, desiredVersion: connection.desired_version, name: connection.name }
}

/** Deletes the keys, because the other product has them all. False: an admin has changed the desired state since. */
export async function finishSessionHandOver(
  work: CompanyWork,
  { lease, desiredVersion, name }: SessionToHandOver,
): Promise<boolean> {
  const { connectionId } = lease
  await lockLeaseOrThrow(work, lease)
  const { desired_version } = await connectionToRead(work, connectionId)
  if (desired_version !== desiredVersion) return false
  // A concurrent change of the desired state raises the version. Then the transaction rolls back.
  if (!(await finishWhatsappLogOut(work, lease, desiredVersion)))
    throw new Error('the connection changed; try again')
  await releaseLease(work, lease)
  await recordAudit(work, { act: 'connection.handedOver', subject: { id: connectionId, name } })
  return true
}

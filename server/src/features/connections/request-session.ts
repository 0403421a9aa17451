import type { ConnectionId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionWakeKey } from './add-to-outbox'
import { connectionToRead } from './connections.access'
import { recordConnectionSessionChanged } from './connections.events'
import { type DesiredState, markSessionStopped, setDesiredState } from './connections.queries'

/**
 * Saves the desired state: try again (CONN-24), another QR (CONN-25) or log out (CONN-26). The process that owns the
 * number, or takes its lease, applies it. `bringHistory` concerns the next linking; null leaves the setting.
 */
export async function requestSessionState(
  work: CompanyWork,
  connectionId: ConnectionId,
  desiredState: DesiredState,
  bringHistory: boolean | null = null,
): Promise<void> {
  const { name, provider } = await connectionToRead(work, connectionId)
  // Only linked devices have a QR code to renew or a session to log out.
  if (desiredState !== 'link' && capabilitiesOf(provider).joinsBy !== 'code') throw refuse('ERR_NOT_OFFERED')

  await work.db.run(setDesiredState, {
    connectionId,
    desiredState,
    at: work.now,
    bringsHistory: bringHistory,
  })
  if (desiredState === 'log-out') {
    await recordAudit(work, { act: 'connection.loggedOut', subject: { id: connectionId, name } })
  }

  recordConnectionSessionChanged(work, await connectionToRead(work, connectionId))
  work.wake('desired-state', connectionWakeKey(work, connectionId))
}

/** Stops the session without logging out: the keys stay, so another start needs no QR. */
export async function stopSession(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  await connectionToRead(work, connectionId)

  if ((await work.db.run(markSessionStopped, { connectionId, at: work.now })) === 0) return

  recordConnectionSessionChanged(work, await connectionToRead(work, connectionId))
  work.wake('desired-state', connectionWakeKey(work, connectionId))
}

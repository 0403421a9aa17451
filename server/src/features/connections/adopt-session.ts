import type { ConnectionId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { KeyChange } from '@balcao/whatsapp/ports'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from './connections.access'
import { acquireLease, releaseLease } from './leases'
import { saveAdoptedNumber } from './move-in.queries'
import { requestSessionState } from './request-session'
import { changeSessionKeys } from './session-keys'
import { hasSessionKeys } from './session-keys.queries'

/** Why a connection cannot adopt a session: it has one already, a process runs it, or its provider has none. */
export type SessionAdoptionProblem = 'has-session' | 'runs' | 'other-provider'

/**
 * Gives a connection that was never linked the session of a linked device; null: it succeeded. The keys are written in
 * one transaction under the lease, so that no process opens the number with only some of them.
 */
export async function adoptSession(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  { phone, keys }: { readonly phone: string; readonly keys: readonly KeyChange[] },
): Promise<SessionAdoptionProblem | null> {
  const { provider, number, status } = await connectionToRead(work, connectionId)
  if (capabilitiesOf(provider).joinsBy !== 'code') return 'other-provider'
  if (number !== null) return 'has-session'
  if (status !== 'DISCONNECTED') return 'runs'
  const lease = await acquireLease(work, connectionId, 'move in')
  if (lease === null) return 'runs'
  const refusal = (await work.db.row(hasSessionKeys, { connectionId })) === null ? null : 'has-session'
  if (refusal === null) {
    changeSessionKeys(work, dataKeys, connectionId, keys)
    await work.db.run(saveAdoptedNumber, { connectionId, number: phone })
    await requestSessionState(work, connectionId, 'link')
  }
  await releaseLease(work, lease)
  return refusal
}

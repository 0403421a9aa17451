import type { KeyStore } from '@balcao/whatsapp/ports'
import { holdLease, type Lease, leaseLostIn, requireLease } from '../../features/connections/leases'
import { changeKeys, forgetKeys, loadKeys } from '../../features/connections/session-keys'
import {
  acknowledge,
  recallEvent,
  storeInboundEvent,
  unacknowledgedOf,
} from '../../features/reception/inbound-events'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork, Workplace } from '../../platform/work'
import type { RunSharedAct } from './shared-acts'

/**
 * The driver's storage in SQL. Keys and inbound events commit in one transaction, and only while this process
 * has the lease. All values are encrypted with their table, column and row as context.
 */
export function sqlKeyStore(
  { workplace, dataKeys, share }: { workplace: Workplace; dataKeys: DataKeys; share: RunSharedAct },
  lease: Lease,
): KeyStore {
  const { companyId, connectionId } = lease
  const act = <T>(does: (work: CompanyWork) => Promise<T>) =>
    workplace.withCompany({ kind: 'system', name: `session ${connectionId}`, companyId }, does)

  return {
    load: (type, ids) => act((work) => loadKeys(work, dataKeys, connectionId, type, ids)),
    commit: (changes, entries) =>
      share(lease, async (work) => {
        // Sent in one round trip with the commit, because the next frame waits for it. A lost lease rolls the
        // whole act back.
        requireLease(work, lease)
        changeKeys(work, dataKeys, connectionId, changes)
        storeInboundEvent(work, dataKeys, connectionId, entries)
      }).catch((error: unknown) => {
        throw leaseLostIn(error)
      }),
    recall: (key) => act((work) => recallEvent(work, dataKeys, connectionId, key)),
    unacknowledged: () => act((work) => unacknowledgedOf(work, dataKeys, connectionId)),
    acknowledge: (keys) =>
      act(async (work) => {
        await holdLease(work, lease)
        await acknowledge(work, connectionId, keys)
      }),
    clear: () =>
      act(async (work) => {
        await holdLease(work, lease)
        await forgetKeys(work, connectionId)
      }),
  }
}

import type { KeyStore } from '@balcao/whatsapp/ports'
import {
  type Lease,
  lockLeaseOrThrow,
  requireLease,
  toLeaseLostError,
} from '../../features/connections/leases'
import {
  changeSessionKeys,
  deleteKeysOfUnlinkedNumber,
  loadSessionKeys,
} from '../../features/connections/session-keys'
import {
  acknowledgeInboundEvents,
  readInboundEventContent,
  readUnacknowledgedInboundEvents,
  storeInboundEvents,
} from '../../features/reception/inbound-events'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork, Workplace } from '../../platform/work'
import type { RunInSharedTransaction } from './shared-acts'

/**
 * Creates the store of a connection's WhatsApp keys. Keys and inbound events commit together, and only while
 * the lease is held. Each value is encrypted with its row as context.
 */
export function createWhatsappKeyStoreInDatabase(
  { workplace, dataKeys, share }: { workplace: Workplace; dataKeys: DataKeys; share: RunInSharedTransaction },
  lease: Lease,
): KeyStore {
  const { companyId, connectionId } = lease
  const act = <T>(does: (work: CompanyWork) => Promise<T>) =>
    workplace.withCompany({ kind: 'system', name: `session ${connectionId}`, companyId }, does)

  return {
    load: (type, ids) => act((work) => loadSessionKeys(work, dataKeys, connectionId, type, ids)),
    commit: (changes, entries) =>
      share(lease, async (work) => {
        // `requireLease` is sent in one round trip with the commit, because WhatsApp's next message waits for
        // the commit. If the lease is lost, the transaction is rolled back.
        requireLease(work, lease)
        changeSessionKeys(work, dataKeys, connectionId, changes)
        storeInboundEvents(work, dataKeys, connectionId, entries)
      }).catch((error: unknown) => {
        throw toLeaseLostError(error)
      }),
    recall: (key) => act((work) => readInboundEventContent(work, dataKeys, connectionId, key)),
    unacknowledged: () => act((work) => readUnacknowledgedInboundEvents(work, dataKeys, connectionId)),
    acknowledge: (keys) =>
      act(async (work) => {
        await lockLeaseOrThrow(work, lease)
        await acknowledgeInboundEvents(work, connectionId, keys)
      }),
    clear: () =>
      act(async (work) => {
        await lockLeaseOrThrow(work, lease)
        await deleteKeysOfUnlinkedNumber(work, connectionId)
      }),
  }
}

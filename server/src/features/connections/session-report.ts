import type { ConnectionStatusReport } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from './connections.access'
import { recordConnectionSessionChanged } from './connections.events'
import { resetDesiredStateForNewQr, saveLastTrafficTime, saveLinkReport } from './connections.queries'
import { type Lease, lockLeaseOrThrow } from './leases'
import { encryptQr } from './qr-seal'
import { deleteKeysOfUnlinkedNumber } from './session-keys'

/**
 * Saves the state that the lease holder's WhatsApp link reports. Ignores reports older than the latest desired state.
 */
export async function applyLinkReport(
  work: CompanyWork,
  dataKeys: DataKeys,
  { lease, desiredVersion }: { lease: Lease; desiredVersion: number },
  report: ConnectionStatusReport,
): Promise<void> {
  const { connectionId } = lease
  await lockLeaseOrThrow(work, lease)
  const { qr, phone: number, unlinked: isUnlinked, ...state } = report
  const sealedQr = qr === null ? null : encryptQr(dataKeys, work.companyId, connectionId, qr)
  const written = await work.db.run(saveLinkReport, {
    ...{ connectionId, desiredVersion, sealedQr, number, isUnlinked },
    ...state,
    at: work.now,
  })
  if (written > 0) recordConnectionSessionChanged(work, await connectionToRead(work, connectionId))
}

/** Deletes the keys for a new QR; the next start of the link shows one. */
export async function resetSessionForNewQr(
  work: CompanyWork,
  lease: Lease,
  desiredVersion: number,
): Promise<void> {
  await lockLeaseOrThrow(work, lease)
  await deleteKeysOfUnlinkedNumber(work, lease.connectionId)
  await work.db.run(resetDesiredStateForNewQr, { connectionId: lease.connectionId, desiredVersion })
}

export async function recordConnectionTraffic(work: CompanyWork, lease: Lease): Promise<void> {
  await work.db.run(saveLastTrafficTime, { connectionId: lease.connectionId, at: work.now })
  recordConnectionSessionChanged(work, await connectionToRead(work, lease.connectionId))
}

/** Deletes the keys after a logout or a handover. False: the admin has changed the desired state since. */
export async function finishWhatsappLogOut(
  work: CompanyWork,
  lease: Lease,
  desiredVersion: number,
): Promise<boolean> {
  const { connectionId } = lease
  await lockLeaseOrThrow(work, lease)
  await deleteKeysOfUnlinkedNumber(work, connectionId)
  const written = await work.db.run(saveLinkReport, {
    connectionId,
    desiredVersion,
    status: 'DISCONNECTED',
    sealedQr: null,
    qrExpiresAt: null,
    cause: 'stopped',
    step: null,
    retries: 0,
    nextAttemptAt: null,
    number: null,
    isUnlinked: true,
    at: work.now,
  })
  if (written > 0) recordConnectionSessionChanged(work, await connectionToRead(work, connectionId))
  return written > 0
}

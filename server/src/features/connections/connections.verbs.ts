import type { CompanyId, ConnectionId, QueueId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { lockCompanyForLimits } from '../companies/plan-limits'
import { connectionWakeKey } from './add-to-outbox'
import { connectionToRead } from './connections.access'
import { recordConnectionChanged, recordConnectionDeleted } from './connections.events'
import { connectionDeleting } from './connections.hooks'
import {
  clearRedirectionQueue,
  connectionsByIds,
  deleteConnectionRow,
  nextDefaultConnection,
  setDefaultConnection,
  unlinkQueueFromAllConnections,
} from './connections.queries'
import type { LiveLinks } from './live-links.port'
import { moveWaitingItems } from './outbox.queries'

/** Live tickets and unsent messages move to the default connection, or else to the oldest one (CONN-17, CONN-23). */
export async function deleteConnection(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  await lockCompanyForLimits(work)
  const connection = await connectionToRead(work, connectionId)
  const successor = await work.db.row(nextDefaultConnection, { connectionId })

  await work.runHook(connectionDeleting, { connectionId, successorId: successor?.id ?? null })
  if (successor !== null) await work.db.run(moveWaitingItems, { from: connectionId, to: successor.id })
  await work.db.run(deleteConnectionRow, { connectionId })
  recordConnectionDeleted(work, connectionId)
  await recordAudit(work, {
    act: 'connection.deleted',
    subject: { id: connectionId, name: connection.name },
    detail: { number: connection.number },
  })
  work.wake('desired-state', connectionWakeKey(work, connectionId))

  if (successor === null) return
  work.wake('outbox', connectionWakeKey(work, successor.id))
  if (!connection.is_default) return
  await work.db.run(setDefaultConnection, { connectionId: successor.id, at: work.now })
  recordConnectionChanged(work, await connectionToRead(work, successor.id))
}

/**
 * Logs the number out at WhatsApp before its connection is deleted. Does nothing without an open link to WhatsApp: the
 * phone then still lists the server as a linked device.
 */
export async function tryUnlinkNumber(
  links: LiveLinks,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  try {
    await links.link(companyId, connectionId)?.logout()
  } catch {
    // A failed logout must not prevent the deletion. Without its keys, the link on the phone is useless.
  }
}

/** Removes a deleted queue from its connections and from their redirections, with an event for each. */
export async function unlinkQueueFromConnections(work: CompanyWork, queueId: QueueId): Promise<void> {
  const linked = await work.db.rows(unlinkQueueFromAllConnections, { queueId })
  const sending = await work.db.rows(clearRedirectionQueue, { queueId, at: work.now })

  const ids = [...linked, ...sending].map(({ id }) => id)
  for (const row of await work.db.rows(connectionsByIds, { ids })) recordConnectionChanged(work, row)
}

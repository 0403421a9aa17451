import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from './connections.access'
import { recordConnectionSessionChanged } from './connections.events'
import { addReceivedHistoryToCounters, endHistoryImport } from './connections.queries'

/**
 * Counts imported messages, and ends the import after the last part. `isSomeLeft` (whether parts still wait) is called
 * under the lock of the connection's row, so that concurrent parts can't both miss the end.
 */
export async function addImportedHistoryToProgress(
  work: CompanyWork,
  connectionId: ConnectionId,
  { stored, isLast }: { stored: number; isLast: boolean },
  isSomeLeft: () => Promise<boolean>,
): Promise<void> {
  const noted = await work.db.row(addReceivedHistoryToCounters, { connectionId, messages: stored, isLast })
  if (noted === null) return // This linking did not request history.
  if (noted.was_last_received && !(await isSomeLeft())) await work.db.row(endHistoryImport, { connectionId })
  recordConnectionSessionChanged(work, await connectionToRead(work, connectionId))
}

/** Ends a running import after a long time without a further part. */
export async function endSilentHistoryImport(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const ended = await work.db.row(endHistoryImport, { connectionId })
  if (ended !== null) recordConnectionSessionChanged(work, await connectionToRead(work, connectionId))
}

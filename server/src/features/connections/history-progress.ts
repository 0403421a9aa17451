import type { ConnectionId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from './connections.access'
import { recordSession } from './connections.events'
import { endHistory, noteHistoryReceived } from './history-progress.queries'

/**
 * Counts what was brought in of the phone's history, and says when all of it is here: the last part was received, and no
 * piece is left (`isSomeLeft`, asked under the lock of the connection's row). Everybody who shows the connection is told.
 */
export async function noteHistory(
  work: CompanyWork,
  connectionId: ConnectionId,
  { stored, isLast }: { stored: number; isLast: boolean },
  isSomeLeft: () => Promise<boolean>,
): Promise<void> {
  const noted = await work.db.row(noteHistoryReceived, [connectionId, stored, isLast])
  if (noted === null) return // this linking did not ask for it
  if (noted.was_last_received && !(await isSomeLeft())) await work.db.row(endHistory, [connectionId])
  recordSession(work, await connectionToRead(work, connectionId))
}

/** Nothing more came for long: what is here is all of it. Nothing where the end is known, or no history was asked for. */
export async function endHistoryIfAllIsHere(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const ended = await work.db.row(endHistory, [connectionId])
  if (ended !== null) recordSession(work, await connectionToRead(work, connectionId))
}

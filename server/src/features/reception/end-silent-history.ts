import type { ConnectionId } from '@balcao/domain/ids'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { endHistoryIfAllIsHere } from '../connections/history-progress'
import { historyIsWaiting } from './inbound-events.queries'

const task = 'reception.endSilentHistory'
/** Phones send the parts of their history seconds apart, the last ones some minutes. */
const silenceMilliseconds = 15 * 60_000

/** Not every phone says that a part was its last: after a silence, what came is all. Each piece begins the wait anew. */
export function awaitEndOfHistory(work: CompanyWork, connectionId: ConnectionId): void {
  work.enqueue({
    task,
    payload: { connectionId },
    runAt: new Date(work.now.getTime() + silenceMilliseconds),
    key: `${task} ${connectionId}`,
  })
}

/** What waits in the inbound queue is still on its way; the piece that is taken in last begins the wait once more. */
export async function endSilentHistory(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const { waiting } = await work.db.one(historyIsWaiting, [connectionId])
  if (waiting === 0) await endHistoryIfAllIsHere(work, connectionId)
}

export const endSilentHistoryJob: JobKind = jobKind({
  task,
  payload: z.object({ connectionId: z.number().int() }),
  // The id is one that this server process wrote into the order.
  carryOut: (company, { connectionId }) =>
    company.act((work) => endSilentHistory(work, connectionId as ConnectionId)),
})

import type { ConnectionId } from '@balcao/domain/ids'
import { z } from 'zod'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { endSilentHistoryImport } from '../connections/history-progress'
import { countWaitingHistoryParts } from './inbound-events.queries'

const taskName = 'reception.endSilentHistory'
/** The import ends when no part arrives for this long. Phones send the parts within seconds, the last in minutes. */
const silenceMilliseconds = 15 * 60_000

/** Enqueues the end of the import: some phones mark no last part. Each part replaces the job, and the wait restarts. */
export function enqueueHistoryImportEnd(work: CompanyWork, connectionId: ConnectionId): void {
  work.enqueue({
    task: taskName,
    payload: { connectionId },
    runAt: new Date(work.now.getTime() + silenceMilliseconds),
    key: `${taskName} ${connectionId}`,
  })
}

/** Does nothing while parts wait, because processing the last of them enqueues this job again. */
export async function endHistoryImportAfterSilence(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<void> {
  const { waiting } = await work.db.one(countWaitingHistoryParts, { connectionId })
  if (waiting === 0) await endSilentHistoryImport(work, connectionId)
}

export const endHistoryImportJob: JobKind = jobKind({
  task: taskName,
  payload: z.object({ connectionId: z.number().int() }),
  // The cast is safe, because this server wrote the id into the job.
  carryOut: (company, { connectionId }) =>
    company.act((work) => endHistoryImportAfterSilence(work, connectionId as ConnectionId)),
})

import { z } from 'zod'
import { jobKind } from '../../../platform/jobs'
import type { CompanyWork } from '../../../platform/work'
import { compactClosedTicketDeltas, compactTicketCounterDeltas } from './ticket-lists.queries'

const taskName = 'tickets.compactDeltas'

/** The number of uncompacted counter deltas that starts a compaction. Adding up this many takes 0.1 ms. */
const compactionThreshold = 500

export function enqueueTicketDeltaCompaction(
  work: Pick<CompanyWork, 'companyId' | 'enqueue'>,
  singles: number,
): void {
  if (singles > compactionThreshold)
    work.enqueue({ task: taskName, payload: {}, key: `${taskName}:${work.companyId}` })
}

export const compactTicketCounterDeltasJob = jobKind({
  task: taskName,
  payload: z.object({}),
  carryOut: (company) =>
    company.act(async ({ db }) => {
      await Promise.all([db.run(compactTicketCounterDeltas), db.run(compactClosedTicketDeltas)])
    }),
})

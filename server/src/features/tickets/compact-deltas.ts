import { z } from 'zod'
import { jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { compactTicketDeltas } from './ticket-lists.queries'

const task = 'tickets.compactDeltas'

/** So many take a tenth of a millisecond to add up. */
const mostSingles = 500

/** Has the counter deltas compacted when whoever reads them had to add up many single changes. */
export function orderCompaction(work: Pick<CompanyWork, 'companyId' | 'enqueue'>, singles: number): void {
  if (singles > mostSingles) work.enqueue({ task, payload: {}, key: `${task}:${work.companyId}` })
}

export const compactTicketDeltasJob = jobKind({
  task,
  payload: z.object({}),
  carryOut: (company) => company.act(async (work) => void (await work.db.run(compactTicketDeltas, []))),
})

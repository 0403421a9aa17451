import { z } from 'zod'
import { jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import {
  compactContactCounterDeltas,
  createdContactCount,
  type DayRange,
  listedContactCount,
} from './contact-deltas.queries'

const taskName = 'contacts.compactDeltas'

/** The number of single deltas that starts a compaction. Adding up this many takes a tenth of a millisecond. */
const compactionThreshold = 500

export async function countListedContacts(work: CompanyWork): Promise<number> {
  const { count, singles } = await work.db.one(listedContactCount)
  orderCompaction(work, singles)
  return count
}

export async function countCreatedContacts(work: CompanyWork, asked: DayRange): Promise<number> {
  const { count, singles } = await work.db.one(createdContactCount, asked)
  orderCompaction(work, singles)
  return count
}

export type { DayRange }

export const compactContactCounterDeltasJob = jobKind({
  task: taskName,
  payload: z.object({}),
  carryOut: (company) => company.act(async (work) => void (await work.db.run(compactContactCounterDeltas))),
})

function orderCompaction(work: CompanyWork, singles: number): void {
  if (singles > compactionThreshold)
    work.enqueue({ task: taskName, payload: {}, key: `${taskName}:${work.companyId}` })
}

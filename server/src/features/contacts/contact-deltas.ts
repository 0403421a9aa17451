import { z } from 'zod'
import { jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { compactContactDeltas, createdContacts, listedContacts } from './contact-deltas.queries'

const task = 'contacts.compactDeltas'

/** Adding up this many rows takes a tenth of a millisecond. */
const mostSingles = 500

/** How many contacts are on the lists. */
export async function countListed(work: CompanyWork): Promise<number> {
  const { count, singles } = await work.db.one(listedContacts)
  orderCompaction(work, singles)
  return count
}

/** How many contacts were created from `from` until before `until`; null leaves an end open. */
export async function countCreated(
  work: CompanyWork,
  from: Date | null,
  until: Date | null,
): Promise<number> {
  const { count, singles } = await work.db.one(createdContacts, { from, until })
  orderCompaction(work, singles)
  return count
}

export const compactContactDeltasJob = jobKind({
  task,
  payload: z.object({}),
  carryOut: (company) => company.act(async (work) => void (await work.db.run(compactContactDeltas))),
})

/** A read that had to add up many single deltas enqueues their compaction. */
function orderCompaction(work: CompanyWork, singles: number): void {
  if (singles > mostSingles) work.enqueue({ task, payload: {}, key: `${task}:${work.companyId}` })
}

import { z } from 'zod'
import { jobKind } from '../../platform/jobs'
import type { PersonWork } from '../../platform/work'
import { drawSearchSample, searchSample } from './ticket-search.queries'

const task = 'tickets.drawSearchSample'

/** Enough to see a word of one message in 500, and read in a tenth of a millisecond by each search. */
const size = 2_000
const hour = 3_600_000

/** Has the sample drawn anew when it is a day old, or an hour while the company is too small to fill it. */
export async function orderSample(
  work: Pick<PersonWork, 'companyId' | 'now' | 'db' | 'enqueue'>,
): Promise<void> {
  const sample = await work.db.row(searchSample, [])
  const lasts = (sample?.size ?? 0) < size ? hour : 24 * hour
  if (sample !== null && work.now.getTime() - sample.drawn_at.getTime() < lasts) return
  work.enqueue({ task, payload: {}, key: `${task}:${work.companyId}` })
}

/** Reads thousands of places all over the tables, hence no part of a search itself. */
export const drawSearchSampleJob = jobKind({
  task,
  payload: z.object({}),
  carryOut: (company) =>
    company.act(async (work) => {
      const chances = Array.from({ length: size }, () => work.chance())
      await work.db.run(drawSearchSample, [chances, work.now])
    }),
})

import { z } from 'zod'
import { jobKind } from '../../../platform/jobs'
import type { PersonWork } from '../../../platform/work'
import { currentSearchSample, drawSearchSample } from './ticket-search.queries'

const taskName = 'tickets.drawSearchSample'

/**
 * The number of messages in the sample that shows how common a word is. A word in one of 500 messages is very probably
 * in the sample. Each search reads the sample in 0.1 ms.
 */
const sampleSize = 2_000
const hourMs = 3_600_000

/**
 * Enqueues the drawing of a new sample if the current one is a day old; an hour, if the company has too few messages.
 */
export async function enqueueSearchSample(
  work: Pick<PersonWork, 'companyId' | 'now' | 'db' | 'enqueue'>,
): Promise<void> {
  const sample = await work.db.row(currentSearchSample)
  const lasts = (sample?.size ?? 0) < sampleSize ? hourMs : 24 * hourMs
  if (sample !== null && work.now.getTime() - sample.drawn_at.getTime() < lasts) return
  work.enqueue({ task: taskName, payload: {}, key: `${taskName}:${work.companyId}` })
}

/** Draws the sample in a job, because thousands of random rows are too slow for a search request. */
export const drawSearchSampleJob = jobKind({
  task: taskName,
  payload: z.object({}),
  carryOut: (company) =>
    company.act(async (work) => {
      const chances = Array.from({ length: sampleSize }, () => work.chance())
      await work.db.run(drawSearchSample, { chances, at: work.now })
    }),
})

import type { CompanyWork } from '../../platform/work'
import { forgetSums, holdTimeZone, keepable, keepSums, moveKept } from './dashboard.queries'

/** An act of so long ago has committed or never will: no event can still appear among those that are summed. */
const settledAfterMilliseconds = 10 * 60_000

/** Whether there are events that `keepFigures` would add. */
export async function isMoreSettled(work: CompanyWork): Promise<boolean> {
  const { kept, last } = await audienceOf(work)
  return last > kept
}

/**
 * Adds settled events to the sums of their days. Whoever reads figures does it first, so that reading stays short
 * however long the history is; of two at once, one keeps and the other finds it kept.
 */
export async function keepFigures(work: CompanyWork): Promise<void> {
  const { time_zone } = await work.db.one(holdTimeZone, [])
  const { kept, last } = await audienceOf(work)
  if (last <= kept) return
  const moved = await work.db.row(moveKept, [kept, last])
  if (moved !== null) await work.db.run(keepSums, [kept, last, time_zone])
}

/** Days begin at another moment now: the sums of the old ones are of no use. */
export async function forgetFigures({ db }: CompanyWork): Promise<void> {
  await db.run(forgetSums, [])
}

function audienceOf({ db, now }: CompanyWork): Promise<{ kept: number; last: number }> {
  return db.one(keepable, [new Date(now.getTime() - settledAfterMilliseconds)])
}

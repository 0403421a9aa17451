import type { CompanyWork } from '../../platform/work'
import { forgetSums, holdTimeZone, keepable, keepSums, moveKept } from './dashboard.queries'

/** Transactions this old have committed or failed: no further event can appear among the summed ids. */
const settledAfterMilliseconds = 10 * 60_000

/** Whether `keepFigures` would add events. */
export async function isMoreSettled(work: CompanyWork): Promise<boolean> {
  const { kept, last } = await keepableRange(work)
  return last > kept
}

/**
 * Adds settled events to the sums of their days. Each reader of figures does this first, so that reading stays fast
 * for any length of history. Of two concurrent calls one adds the events and the other does nothing.
 */
export async function keepFigures(work: CompanyWork): Promise<void> {
  const { time_zone } = await work.db.one(holdTimeZone)
  const { kept, last } = await keepableRange(work)
  if (last <= kept) return
  const moved = await work.db.row(moveKept, { from: kept, to: last })
  if (moved !== null) await work.db.run(keepSums, { after: kept, last, timeZone: time_zone })
}

/** Days start at other instants now, so the old sums are invalid. */
export async function forgetFigures({ db }: CompanyWork): Promise<void> {
  await db.run(forgetSums)
}

function keepableRange({ db, now }: CompanyWork): Promise<{ kept: number; last: number }> {
  return db.one(keepable, { before: new Date(now.getTime() - settledAfterMilliseconds) })
}

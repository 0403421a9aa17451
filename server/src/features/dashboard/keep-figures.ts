import type { CompanyWork } from '../../platform/work'
import { keepable, keepSums, moveKept } from './dashboard.queries'

/** An act of so long ago has committed or never will: no event can still appear among those that are summed. */
const settledAfterMilliseconds = 10 * 60_000

/**
 * Adds settled events to the sums of their days. Whoever reads figures does it first, so that reading stays short
 * however long the history is; of two at once, one keeps and the other finds it kept.
 */
export async function keepFigures(work: CompanyWork, timeZone: string): Promise<void> {
  const settled = new Date(work.now.getTime() - settledAfterMilliseconds)
  const { kept, last } = await work.db.one(keepable, [settled])
  if (last <= kept) return
  const moved = await work.db.row(moveKept, [kept, last])
  if (moved !== null) await work.db.run(keepSums, [kept, last, timeZone])
}

import type { CompanyWork } from '../../platform/work'
import {
  advanceSumsCursor,
  lockCompanyTimeZone,
  rangeOfEventsToSum,
  saveDailySums,
} from './dashboard.queries'
import { finalEventsCutoff } from './dashboard.read'

/** Adds final events to the stored sums, so that the next request reads few events. No event is added twice. */
export async function addFinalEventsToSums(work: CompanyWork): Promise<void> {
  const { time_zone } = await work.db.one(lockCompanyTimeZone)
  const { kept, last } = await work.db.one(rangeOfEventsToSum, { before: finalEventsCutoff(work) })
  if (last <= kept) return
  const moved = await work.db.row(advanceSumsCursor, { from: kept, to: last })
  if (moved !== null) await work.db.run(saveDailySums, { after: kept, last, timeZone: time_zone })
}

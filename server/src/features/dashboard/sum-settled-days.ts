import type { CompanyWork } from '../../platform/work'
import {
  advanceSumsCursor,
  lockCompanyTimeZone,
  saveDailySums,
  ticketEventRangeToSum,
} from './dashboard.queries'
import { finalEventsCutoff } from './dashboard.read'

/** Runs after each request for figures, so that the next one reads few events. Concurrent calls add events once. */
export async function addFinalEventsToSums(work: CompanyWork): Promise<void> {
  const { time_zone } = await work.db.one(lockCompanyTimeZone)
  const { kept, last } = await work.db.one(ticketEventRangeToSum, { before: finalEventsCutoff(work) })
  if (last <= kept) return
  const moved = await work.db.row(advanceSumsCursor, { from: kept, to: last })
  if (moved !== null) await work.db.run(saveDailySums, { after: kept, last, timeZone: time_zone })
}

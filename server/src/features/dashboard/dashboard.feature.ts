import * as calls from '@balcao/contract/dashboard'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute } from '../../platform/http/route'
import type { IsOnline } from '../../platform/live/presence'
import type { CompanyWork } from '../../platform/work'
import { companyDaysChanged } from '../companies/companies.hooks'
import { countLiveTickets } from '../tickets/tickets.read'
import { advanceSumsCursor, daysToSum, forgetSums, holdTimeZone, saveDailySums } from './dashboard.queries'
import { readFigures, readHours, settledBefore } from './dashboard.read'

export function dashboardFeature({ isOnline }: { isOnline: IsOnline }): Feature {
  return {
    name: 'dashboard',
    routes: [
      callerRoute(calls.readDashboard, async (caller, { query }) => {
        const { figures, hasSettled } = await caller.read((work) => readFigures(work, query, isOnline))
        if (hasSettled) await caller.act(sumSettledDays)
        return figures
      }),
      readRoute(calls.readLoad, (work) => countLiveTickets(work)),
      readRoute(calls.readHours, (work, { query }) => readHours(work, query.date)),
    ],
    hooks: [onHook(companyDaysChanged, forgetFigures)],
  }
}

/**
 * Adds settled events to the sums of their days. Each reader of figures does this afterwards, so that the next one reads
 * few events, for any length of history. Of two concurrent calls one adds the events and the other does nothing.
 */
async function sumSettledDays(work: CompanyWork): Promise<void> {
  const { time_zone } = await work.db.one(holdTimeZone)
  const { kept, last } = await work.db.one(daysToSum, { before: settledBefore(work) })
  if (last <= kept) return
  const moved = await work.db.row(advanceSumsCursor, { from: kept, to: last })
  if (moved !== null) await work.db.run(saveDailySums, { after: kept, last, timeZone: time_zone })
}

/** Deletes the sums after a change of the time zone, because days now start at other instants. */
async function forgetFigures({ db }: CompanyWork): Promise<void> {
  await db.run(forgetSums)
}

import * as calls from '@balcao/contract/dashboard'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute } from '../../platform/http/route'
import type { IsUserOnline } from '../../platform/live/presence'
import { companyTimeZoneChanged } from '../companies/companies.hooks'
import { countLiveTickets } from '../tickets/tickets.read'
import { deleteDailySums } from './dashboard.queries'
import { readDashboardFigures, readTicketsByHour } from './dashboard.read'
import { addFinalEventsToSums } from './sum-settled-days'

export function dashboardFeature({ isOnline }: { isOnline: IsUserOnline }): Feature {
  return {
    name: 'dashboard',
    routes: [
      callerRoute(calls.readDashboard, async (caller, { query }) => {
        const { figures, hasSettled } = await caller.read((work) =>
          readDashboardFigures(work, query, isOnline),
        )
        if (hasSettled) await caller.act(addFinalEventsToSums)
        return figures
      }),
      readRoute(calls.readTicketWorkload, (work) => countLiveTickets(work)),
      readRoute(calls.readTicketsByHour, (work, { query }) => readTicketsByHour(work, query.date)),
    ],
    hooks: [
      // Days begin at another instant now. The deleted sums are computed again by the next reader.
      onHook(companyTimeZoneChanged, async ({ db }) => {
        await db.run(deleteDailySums)
      }),
    ],
  }
}

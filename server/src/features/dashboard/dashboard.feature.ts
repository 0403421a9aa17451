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
      // The stored daily sums are wrong in the new time zone: delete them. The next reader computes them again.
      onHook(companyTimeZoneChanged, async ({ db }) => {
        await db.run(deleteDailySums)
      }),
    ],
  }
}

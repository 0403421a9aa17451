import * as calls from '@balcao/contract/dashboard'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute } from '../../platform/http/route'
import type { IsOnline } from '../../platform/live/presence'
import { companyDaysChanged } from '../companies/companies.hooks'
import { countLiveTickets } from '../tickets/tickets.read'
import { readFigures, readHours } from './dashboard.read'
import { forgetFigures, isMoreSettled, keepFigures } from './keep-figures'

export function dashboardFeature({ isOnline }: { isOnline: IsOnline }): Feature {
  return {
    name: 'dashboard',
    routes: [
      callerRoute(calls.readDashboard, async (caller, { query }) => {
        if (await caller.read(isMoreSettled)) await caller.act(keepFigures)
        return caller.read((work) => readFigures(work, query, isOnline))
      }),
      readRoute(calls.readLoad, (work) => countLiveTickets(work)),
      readRoute(calls.readHours, (work, { query }) => readHours(work, query.date)),
    ],
    hooks: [onHook(companyDaysChanged, forgetFigures)],
  }
}

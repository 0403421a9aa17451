import * as calls from '@balcao/contract/dashboard'
import type { Feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import type { IsOnline } from '../../platform/live/presence'
import { readFigures, readHours } from './dashboard.read'

export function dashboardFeature({ isOnline }: { isOnline: IsOnline }): Feature {
  return {
    name: 'dashboard',
    routes: [
      route(calls.readDashboard, (work, { query }) => readFigures(work, query, isOnline)),
      route(calls.readHours, (work, { query }) => readHours(work, query.date)),
    ],
  }
}
